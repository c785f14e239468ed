import type { Case } from './case.ts';

/** A case in which nothing is set but what is given: three actions that answer `null`, in the order in which they are asked. */
export function plainCase(script: string, given: Partial<Case> = {}): Case {
  return {
    version: 1,
    script,
    input: null,
    data: {},
    actions: ['a', 'ask', 'b'],
    onInterrupt: 'stop',
    behaviours: [],
    schedule: [],
    faults: [],
    ...given,
  };
}
