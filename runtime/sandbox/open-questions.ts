import type { Interrupt, PendingCall } from './run.ts';

/** The questions among the calls that a run has pending. */
export function openQuestions(pending: readonly PendingCall[]): Interrupt[] {
  return pending.flatMap(({ position, name, input, state, payload }) =>
    state === 'interrupted' ? [{ position, name, input, payload: payload ?? null }] : [],
  );
}
