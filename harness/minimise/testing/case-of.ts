import type { Case } from '../../case/index.ts';

/** A case in which nothing is set but what is given. */
export function caseOf(script: string, changes: Partial<Case> = {}): Case {
  const world = { behaviours: [], schedule: [], faults: [] };
  return { version: 1, script, input: null, data: {}, actions: ['a'], onInterrupt: 'stop', ...world, ...changes };
}
