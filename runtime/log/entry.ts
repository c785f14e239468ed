/** Any value that JSON text can carry. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** Why a call failed. What the script sees as an `Error`, and what the log keeps. */
export interface ActionFailure {
  name: string;
  message: string;
  code?: string;
  data?: Json;
}

/** A recorded action call. `order` is the rank in which its outcome settled; `at` its event time, where the clock is `event`. */
export type ActionEntry =
  | { type: 'action'; name: string; input: Json; response: Json; order?: number; at?: string }
  | { type: 'action'; name: string; input: Json; error: ActionFailure; order?: number; at?: string };

export type CallLogEntry = ActionEntry | { type: 'now'; response: number } | { type: 'random'; response: number };

/** The record of a run, indexed by position. `null` is a hole: reserved, never recorded. */
export type CallLog = (CallLogEntry | null)[];

/** How a call settled. */
export type Outcome = { response: Json } | { error: ActionFailure };

/** What a script asked for at a position, as the guard sees it. */
export type ObservedCall = { type: 'action'; name: string; input: Json } | { type: 'now' } | { type: 'random' };
