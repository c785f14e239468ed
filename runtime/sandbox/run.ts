import type { ScriptFailure } from '../errors.ts';
import type { CallLog, Json } from '../log/entry.ts';
import type { RunHeader } from '../log/header.ts';
import type { Warning } from '../script/index.ts';
import type { ConsoleLine } from '../session/types.ts';

/**
 * What an attempt leaves behind: a plain value that survives JSON text and holds all that is needed to resume, replay
 * or judge the run, today or under another roof. It refers to nothing, and resuming it does not change it.
 */
export type Run = CompletedRun | InterruptedRun | FailedRun | AbortedRun;

/** What a run is from its first moment on. */
export interface RunOrigin {
  header: RunHeader;
  runId: string;
  /** Milliseconds since the epoch. */
  startedAt: number;
  /** The author's text. */
  source: string;
  /** The author's name for it; absent where none was given. */
  file?: string;
  input: Json;
  /** `data` as it was before the first turn. */
  initialData: Json;
}

export interface RunBase extends RunOrigin {
  callLog: CallLog;
  /** How many outcomes the script has seen. Those of a greater order are recorded and undelivered. */
  delivered: number;
  /** What each hole below the last reserved position is, in position order. */
  pending: PendingCall[];
  /** `data` as the last attempt left it. */
  data: Json;
  console: ConsoleLine[];
  warnings: Warning[];
  /** Base64 of an accelerator for resuming; the log stays the truth. */
  snapshot?: string;
  /** What the log's rolling hash was when the snapshot was taken. */
  logHash?: string;
}

export interface CompletedRun extends RunBase {
  status: 'completed';
  value: Json;
}

/** Paused: some calls wait for an answer, or sleep. */
export interface InterruptedRun extends RunBase {
  status: 'interrupted';
  /** The open questions, in position order. Empty where the run only sleeps. */
  interrupts: Interrupt[];
}

/** The script threw, met a limit, or is stuck. */
export interface FailedRun extends RunBase {
  status: 'failed';
  error: ScriptFailure;
}

/** Ended from outside: a signal, the journal, an engine failure. Resumable from its log. */
export interface AbortedRun extends RunBase {
  status: 'aborted';
  /** `{ code: 'SIGNAL' | 'CLOSED' | 'JOURNAL' | 'OBSERVER' | 'LIMIT_WALL' | 'ENGINE', … }` where the sandbox aborted it; with `turns: 0` if that was before its first turn had ended. */
  reason: Json;
}

/** A question that an action asked instead of settling. */
export interface Interrupt {
  position: number;
  name: string;
  input: Json;
  payload: Json;
}

/** A call that has reserved a position and left no record there. */
export interface PendingCall {
  position: number;
  name: string;
  input: Json;
  /** `in-flight`: started, and its outcome is unknown. */
  state: 'interrupted' | 'sleeping' | 'in-flight' | 'not-started';
  /** Of an interrupted call. */
  payload?: Json;
  /** Of a sleeping call: milliseconds since the epoch. */
  until?: number;
}

/** What people say about pending calls, by position. */
export type Answers = Record<number, Answer>;

/** `answer`: the action is executed again with it. `reject`: the call fails with the reason, without executing it. */
export type Answer = { answer: Json } | { reject: Json };
