import type { CallLog, CallLogEntry, Json, Outcome } from '../log/entry.ts';
import type { RunHeader } from '../log/header.ts';
import type { AttemptStep, Settlement } from './attempt-step.ts';
import type { Run } from './run.ts';

/** A value that is there, or will be. */
export type Eventually<Value> = Value | Promise<Value>;

/** A position and what it was recorded with. */
export interface PositionedEntry {
  readonly position: number;
  readonly entry: CallLogEntry;
}

/**
 * An attempt, wherever it lives: in the caller's thread, or in another. One call at a time; each is awaited before the
 * next. What can be read without waiting is as of the last one. Throws what `Attempt` throws.
 */
export interface AttemptHost {
  readonly header: RunHeader;
  /** Whether it was aborted, or the engine has failed. */
  readonly aborted: boolean;
  /** Whether the script has ended. */
  readonly ended: boolean;
  /** How many positions are reserved. */
  readonly positions: number;
  readonly callLog: CallLog;

  /** Compiles and links the script. Nothing of it runs. */
  open(): Eventually<void>;
  start(): Eventually<AttemptStep>;
  settle(position: number, settlement: Settlement): Eventually<AttemptStep>;
  /** Calls that were handed out are given up: nothing more will be heard of them. */
  leave(positions: readonly number[], state: 'in-flight' | 'not-started'): Eventually<AttemptStep>;
  abort(reason: Json): Eventually<AttemptStep>;
  step(): Eventually<AttemptStep>;
  finish(): Eventually<Run>;
  /** Gives up what the attempt holds. Idempotent. */
  close(): void;

  /** The entry that an outcome will be recorded with if it settles now. */
  entryOf(position: number, outcome: Outcome): CallLogEntry;
  /** Reads of clock and chance that this attempt has made, from a position on. */
  readsFrom(position: number): readonly PositionedEntry[];
  /** The run is being aborted: an exchange that is under way gets `graceMs` to end, where it can be ended from outside. */
  hurry(reason: Json, graceMs: number): void;
}
