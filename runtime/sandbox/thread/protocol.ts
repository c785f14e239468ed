/**
 * What the main thread and a thread that runs scripts say to each other. Main sends errands; the thread answers each with a
 * report. Values cross as JSON text: as objects, a log would cost more to send than to replay.
 *
 * Main is the authority. It says which order and which time an outcome has, and keeps all that an attempt was told, so that
 * the attempt can be made again elsewhere if the thread dies. What an attempt does is a function of what it is told, and of
 * the clock and random numbers that it reads; so a report has those reads, and main learns them before any call starts.
 */
import type { Binary } from '../../guest/binary.ts';
import type { Json } from '../../log/entry.ts';
import type { Warning } from '../../script/index.ts';
import type { ConsoleLine } from '../../session/types.ts';
import type { AttemptOptions } from '../attempt-options.ts';
import type { AttemptStep, Settlement } from '../attempt-step.ts';
import type { Run, RunOrigin } from '../run.ts';
import type { WireError } from './wire-error.ts';

/** Something that an attempt is told. */
export type Op =
  | { type: 'start' }
  | { type: 'settle'; position: number; settlement: Settlement; order?: number; at?: string }
  | { type: 'leave'; positions: readonly number[]; state: 'in-flight' | 'not-started' }
  | { type: 'abort'; reason: Json }
  | { type: 'finish' };

/** What an attempt was told before, and what it read, for a thread that makes it again. */
export interface Past {
  readonly ops: readonly Op[];
  /** Answers to its fresh reads of clock and chance, in the order in which they were asked. */
  readonly reads: readonly number[];
}

/** The options of an attempt that are data. */
export type PlainOptions = Omit<AttemptOptions, 'script' | 'now' | 'random' | 'onTurn'> & { readonly script: string };

/** What goes with a log that travels beside it, as text of its own: it is the larger part, and is also compared as text. */
export type Logless<Of> = Of extends unknown ? Omit<Of, 'callLog'> : never;

export type Errand =
  /** Goes on with an attempt that this thread has, or opens one first. */
  | { readonly type: 'attempt'; readonly open?: Logless<PlainOptions>; readonly past?: Past; readonly op?: Op }
  | { readonly type: 'replay'; readonly run: Logless<Run>; readonly ignoreInputs: readonly string[] };

/** From main to a thread. `text` is an `Errand`, `log` the text of its log. Without a text, the attempt is given up; nothing answers that. */
export interface ErrandMessage {
  readonly id: number;
  readonly attempt: number;
  readonly text?: string;
  readonly log?: string;
}

/** A fresh read: its position, what was read, and the answer. */
export type Read = readonly [position: number, type: 'now' | 'random', response: number];

/** What is in a run and main does not know. */
export type RunRest = Run extends infer Each
  ? Each extends Run
    ? Omit<Each, keyof RunOrigin | 'callLog' | 'console'>
    : never
  : never;

/** How an errand went, and what is new since the attempt's last report. */
export interface Report {
  readonly error?: WireError;
  readonly step?: AttemptStep;
  /** The run as it stands: when the attempt is done, or when it was asked to finish. */
  readonly run?: RunRest;
  readonly news?: News;
}

export interface News {
  readonly aborted: boolean;
  readonly ended: boolean;
  readonly delivered: number;
  readonly positions: number;
  readonly reads?: readonly Read[];
  readonly console?: readonly ConsoleLine[];
  /** All that the script has brought about so far. Absent where there are none. */
  readonly warnings?: readonly Warning[];
  /** Orders that entries of a log without orders were given. */
  readonly orders?: readonly (readonly [position: number, order: number])[];
}

/** From a thread to main: it is ready, or an errand is done. `text` is a `Report`. */
export type ThreadMessage = 'ready' | { readonly id: number; readonly text: string };

/** What both sides see at any time: which errand is under way (0: none), and how many turns have ended. */
export type Progress = Int32Array;
export const underWay = 0;
export const turnsEnded = 1;

/** What a thread is started with. */
export interface ThreadData {
  readonly binary: Binary;
  readonly progress: Progress;
}
