import type { Case } from '../../case/index.ts';

/** A case in which nothing is set but what is given. */
export function plainCase(script: string, given: Partial<Case> = {}): Case {
  return {
    version: 1,
    script,
    input: null,
    data: {},
    actions: ['a'],
    onInterrupt: 'stop',
    behaviours: [],
    schedule: [],
    faults: [],
    ...given,
  };
}
