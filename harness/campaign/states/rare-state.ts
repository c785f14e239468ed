import type { CallLogEntry, Run } from '../../../runtime/index.ts';
import type { AttemptTrace, Trace } from '../../world/index.ts';

/** A situation that a campaign should have been in, and how to recognise it. */
export interface RareState {
  readonly name: string;
  /** @param met what the oracles' further executions of the case were in. Default: nothing. */
  reached(trace: Trace, met?: readonly string[]): boolean;
  /** Of so many cases one must have been in it. Default: of as many as the others. */
  readonly among?: number;
}

/** So rare that a small campaign may do without. */
export function rarely(state: RareState): RareState {
  return { ...state, among: 20_000 };
}

/** In one of the attempts at the run itself. */
export function inAttempt(name: string, holds: (attempt: AttemptTrace, index: number) => boolean): RareState {
  return { name, reached: ({ attempts }) => attempts.some(holds) };
}

/** In what one of the attempts left. */
export function inRun(name: string, holds: (run: Run, attempt: AttemptTrace) => boolean): RareState {
  return inAttempt(name, (attempt) => attempt.run !== undefined && holds(attempt.run, attempt));
}

/** In an attempt and the one before it, which it goes on from. */
export function inStep(name: string, holds: (before: AttemptTrace, after: AttemptTrace) => boolean): RareState {
  return {
    name,
    reached: ({ attempts }) =>
      attempts.some((after, index) => index > 0 && holds(attempts[index - 1] as AttemptTrace, after)),
  };
}

export function isFailure(entry: CallLogEntry | null | undefined): boolean {
  return entry?.type === 'action' && 'error' in entry;
}

/** The log that an attempt came to, as far as it is known. */
export function logOf({ run, callLog }: AttemptTrace): AttemptTrace['callLog'] {
  return run?.callLog ?? callLog;
}
