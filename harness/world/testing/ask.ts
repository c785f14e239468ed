import type { Behaviour } from '../../case/index.ts';

/** An action that asks, and how it is answered. */
export function ask(answer: string): Behaviour[] {
  return [{ type: 'interrupt', payload: { question: answer }, then: { type: 'answer', answer } }];
}
