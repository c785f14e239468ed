import type { Json, Outcome } from '../log/entry.ts';
import type { Call } from '../session/types.ts';

/** How an execution of a call ended: its outcome, or a question, with its payload. */
export type Settlement = Outcome | { interrupt: Json };

/** A call to be executed now. */
export interface ExecutableCall {
  position: number;
  name: string;
  input: Json;
  /** `<runId>:<position>`: the same in every attempt. */
  idempotencyKey: string;
  /** What a person said to the question at this position. Absent: nobody was asked. `null` is an answer. */
  answer?: Json;
}

/** A call that nobody executes: it is over at its time. */
export interface SleepingCall {
  position: number;
  name: string;
  input: Json;
  /** Milliseconds since the epoch. Settle it with `{ response: null }` then, or later. */
  until: number;
}

/** A call that settles without being executed. */
export interface DecidedCall {
  position: number;
  name: string;
  input: Json;
  outcome: Outcome;
}

/** What outcomes are good for now. */
export type AttemptPhase =
  /** They are delivered as they settle. */
  | 'running'
  /** Nothing is in flight, and some calls sleep: wait for the next one to be over, or call `finish()` and go on another day. */
  | 'sleeping'
  /** A pause or an abort: calls in flight may still settle; they are recorded, and never delivered. */
  | 'stopping'
  /** The script has ended with calls in flight: the same. */
  | 'ending'
  /** Nothing is in flight: call `finish()`. */
  | 'done';

export interface AttemptStep {
  /** Start these now, in position order. */
  execute: readonly ExecutableCall[];
  /** With `writeAhead` only: settle these with their outcomes, in this order, before anything else. While there are any, `execute` is empty. */
  decided: readonly DecidedCall[];
  /** Sleeps that begin with this step, in position order. */
  sleeps: readonly SleepingCall[];
  /** The sleep that is over next, if its end will still be delivered. */
  wake: SleepingCall | undefined;
  phase: AttemptPhase;
}

/** What a step reserved, sleeps among it, in position order: it is written down before anything starts. */
export function newCalls({ execute, sleeps }: AttemptStep): readonly Call[] {
  return sleeps.length === 0 ? execute : [...execute, ...sleeps].sort((a, b) => a.position - b.position);
}
