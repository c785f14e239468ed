import type { Behaviour, Case } from '../../case/index.ts';

/** A case in which nothing is set but what is given. */
export function caseOf(script: string, changes: Partial<Case> = {}): Case {
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
    ...changes,
  };
}

/** An action that asks, and how it is answered. */
export function ask(answer: string): Behaviour[] {
  return [{ type: 'interrupt', payload: { question: answer }, then: { type: 'answer', answer } }];
}
