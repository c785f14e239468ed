import { type Case, plainCase } from '../../case/index.ts';

/** A case of one action. */
export function caseOf(script: string, changes: Partial<Case> = {}): Case {
  return plainCase(script, { actions: ['a'], ...changes });
}
