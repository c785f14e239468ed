import type {
  Answers,
  CallLog,
  JournalRecord,
  Json,
  MismatchReason,
  PendingCall,
  Run,
  Turn,
} from '../../runtime/index.ts';
import type { Behaviour } from '../case/index.ts';
import type { Move } from './attempt-faults.ts';
import type { Memories } from './memory.ts';

/** All that was observed while a case ran: plain data, judged by the oracles. */
export interface Trace {
  /** The run from its start to its end: one after the other, each going on from what the one before left. */
  readonly attempts: readonly AttemptTrace[];
  /** Runs of the finished log with holes punched into it, one per such fault. Each stands for itself. */
  readonly punched: readonly AttemptTrace[];
  /** Second attempts to go on with a run that was gone on with. Absent: none. */
  readonly twins?: readonly TwinTrace[];
  /** Every execution of an action in `attempts`, in the order in which they were started. */
  readonly executions: readonly Execution[];
  /** The scheduler's decisions: as `Case.schedule`, they lead to this trace again. */
  readonly decisions: readonly number[];
  /** Why the world stopped. */
  readonly end: TraceEnd;
}

export type TraceEnd =
  /** The last attempt ended the run, or left nothing that could go on: see its `run`. */
  | 'ended'
  /** Something was thrown: see the last attempt's `thrown`. */
  | 'thrown'
  /** A driver step left nothing outstanding and yet was not done. A bug of the runtime. */
  | 'dormant'
  /** The run was resumed as often as the world allows and was still not over. */
  | 'attempts-spent'
  /** The script does not compile or link. No case of the runtime's. */
  | 'invalid';

export interface AttemptTrace {
  readonly cause: 'start' | 'resume' | 'crash' | 'punch';
  /** The log it began with. */
  readonly callLog: CallLog;
  /** The answers it was given. */
  readonly answers: Answers;
  /** What it was told that the run before had pending. Absent: all there was, was a log. */
  readonly pending?: readonly PendingCall[];
  readonly turns: readonly TurnTrace[];
  /** Every position that was reserved and what was asked there. */
  readonly calls: readonly CallTrace[];
  readonly executions: readonly Execution[];
  /** Positions of calls in the order in which the world settled them, interrupts included. */
  readonly settled: readonly number[];
  /** Positions in the order in which their outcomes reached the script. */
  readonly delivered: readonly number[];
  /** When it began, where it knew that: sleeps that were over by then ended first. */
  readonly resumedAt?: number;
  /** What it wrote of its journal. */
  readonly journal?: readonly JournalRecord[];
  /** What was done to the run while it waited, in that order. Absent: nothing. */
  readonly moves?: readonly MoveTrace[];
  /** When its clock was set. Absent: never. */
  readonly jumps?: readonly JumpTrace[];
  /** Somebody ended it from outside. A script that had ended by then keeps its result. */
  readonly abort?: AbortTrace;
  /** Positions of the calls that were in flight when their signals fired. Absent: they did not. */
  readonly signalled?: readonly number[];
  /** What settled after that, in this order. Absent: nothing. */
  readonly late?: readonly LateTrace[];
  /** What its crash took of its journal. Absent: nothing. */
  readonly lost?: LossTrace;
  /** Hash of the guest's memory at its last quiescence, where it was taken. */
  readonly digest?: string;
  /** The guest's memory, where it was kept. Not part of what is plain data: it is gone from a report. */
  readonly memories?: Memories;
  /** The result. Absent after a crash or a throw. */
  readonly run?: Run;
  readonly thrown?: Thrown;
}

export type TurnTrace = Turn & { readonly digest?: string };

export type CallTrace =
  | { readonly position: number; readonly kind: 'action'; readonly name: string; readonly input: Json }
  | { readonly position: number; readonly kind: 'now' | 'random' };

/** A run was put into a snapshot and taken up from it, or was parked. */
export interface MoveTrace {
  readonly type: Move['type'];
  /** After which turn. */
  readonly turn: number;
  /** Positions of the calls that it was waiting for. */
  readonly open: readonly number[];
  /** Positions of the calls that it said it was waiting for when it had been taken up. Absent for a parked one. */
  readonly handedOut?: readonly number[];
}

/** A second attempt to go on with the same run, for itself: nobody goes on with what it leaves. */
export interface TwinTrace extends AttemptTrace {
  /** Index of the attempt whose run it goes on with. The attempt after that one does the same. */
  readonly of: number;
}

export interface JumpTrace {
  /** After which turn. */
  readonly turn: number;
  readonly ms: number;
}

export interface AbortTrace {
  /** After which turn. */
  readonly turn: number;
  /** `hang`: nothing would ever have been heard of what it waited for. */
  readonly why: 'fault' | 'hang';
  readonly reason: Json;
}

/** How a call settled whose signal had fired: a fulfilment or a question counts, a rejection says nothing. */
export interface LateTrace {
  readonly position: number;
  readonly as: 'fulfilled' | 'rejected' | 'interrupted';
}

export interface LossTrace {
  /** Records that had been written and are gone. */
  readonly records: number;
  /** What was found of the first of them. */
  readonly tornBytes: number;
}

export interface Execution {
  /** Index into `attempts`. */
  readonly attempt: number;
  readonly position: number;
  /** How often this position had been executed before, in all attempts. */
  readonly execution: number;
  readonly name: string;
  readonly input: Json;
  readonly idempotencyKey: string;
  readonly answer?: Json;
  readonly behaviour: Behaviour;
}

/** An error that came out of the runtime, as data. */
export interface Thrown {
  readonly name: string;
  readonly message: string;
  /** The error's stable code, where it is one of the runtime's. */
  readonly code?: string;
  /** Of a mismatch. */
  readonly position?: number;
  readonly reason?: MismatchReason;
  /** For people; never compared. */
  readonly stack?: string;
}
