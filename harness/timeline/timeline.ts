import type { CallLogEntry, ConsoleLine, Json, Location, PendingCall, Run } from '../../runtime/index.ts';
import type { AbortTrace, AttemptTrace, LateTrace, LossTrace, MoveTrace } from '../world/index.ts';

/**
 * What happened in a case or in a saved run, as plain data for people: attempts side by side, time going down by turn.
 * The texts and the pages are renderings of it; it decides what is told, they decide how.
 */
export interface Timeline {
  /** What ran, as `refund({"id":"a"})` without its input; or the script's file. */
  readonly name: string;
  readonly input: Json;
  /** Said once of the whole, as `onInterrupt: stop`. */
  readonly notes: readonly string[];
  /** The author's files, the script first. Locations of calls name them. */
  readonly sources: readonly SourceFile[];
  /** In the order in which they are to be read: the run's own, then second attempts at one of them, then punched ones. */
  readonly attempts: readonly TimelineAttempt[];
  /** Why the run is not over though nothing is wrong with its last attempt; absent where that says it. */
  readonly end?: string;
  /** What is wrong. Absent: nothing. */
  readonly verdict?: TimelineVerdict;
}

export interface SourceFile {
  readonly file: string;
  readonly text: string;
}

export interface TimelineVerdict {
  /** In a few words, as `broken: an order is paid once`. */
  readonly title: string;
  /** One or more lines. */
  readonly message: string;
  /** The first place where the run is not as it must be; where nobody can tell, its end. */
  readonly at: TimelinePlace;
  readonly location?: Location;
}

/** A row of an attempt, and the call it is about, if it is about one. */
export interface TimelinePlace {
  /** Index into `Timeline.attempts`. */
  readonly attempt: number;
  /** Index of the turn; a turn that there is none of is the end of the attempt. */
  readonly turn: number;
  readonly position?: number;
}

export interface TimelineAttempt {
  readonly kind: 'attempt' | 'twin' | 'punched';
  /** Of an attempt, from 1; of a twin, that of the attempt whose run it goes on with; 0 of a punched one. */
  readonly number: number;
  readonly cause: AttemptTrace['cause'];
  /** Entries of the log that it began with. */
  readonly recorded: number;
  /** Positions of that log's holes. */
  readonly holes: readonly number[];
  /** What people say to it. */
  readonly replies: readonly Reply[];
  /** One per call, by position. */
  readonly lanes: readonly Lane[];
  /** One per turn. What happens when the last one is over is in the last. */
  readonly rows: readonly Row[];
}

export type Reply =
  | { readonly position: number; readonly answer: Json }
  | { readonly position: number; readonly reject: Json };

/** A call from where it is asked to where it is answered. */
export interface Lane {
  readonly position: number;
  readonly kind: 'action' | 'sleep' | 'now' | 'random';
  /** The action's; of others what they read, as `the clock`. */
  readonly name: string;
  /** Of an action. */
  readonly input?: Json;
  /** Of a sleep: milliseconds since the epoch. */
  readonly until?: number;
  /** The line that makes the call. */
  readonly location?: Location;
  /** An earlier attempt has made it too. */
  readonly isOld: boolean;
}

/** The start of an attempt (turn 0), or one delivery and what came of it. */
export interface Row {
  readonly turn: number;
  /** In the order in which they happened; what the script does comes first, then what is done to it. */
  readonly events: readonly TimelineEvent[];
  /** What the script has printed in this turn. */
  readonly console: readonly ConsoleLine[];
  /** The script's `data` when the turn was over, where it is not what it was before. */
  readonly data?: Json;
}

/** What the script has done in a row, and what befell it when it had come to rest: prints and `data` belong between. */
export function atRest({ events }: Row): readonly [done: readonly TimelineEvent[], befell: readonly TimelineEvent[]] {
  const rest = events.findIndex(({ type }) => type !== 'start' && type !== 'delivered' && type !== 'asked');
  return rest === -1 ? [events, []] : [events.slice(0, rest), events.slice(rest)];
}

export type TimelineEvent =
  /** The attempt has nothing to do but to begin. */
  | { readonly type: 'start' }
  /** An outcome reaches the script. `isOld`: it has in an earlier attempt. */
  | {
      readonly type: 'delivered';
      readonly position: number;
      readonly outcome: Settled;
      readonly replayed: boolean;
      readonly isOld: boolean;
    }
  | { readonly type: 'asked'; readonly position: number; readonly again?: Again; readonly isOld: boolean }
  /** It settles and the script does not see it: it has stopped, ended, or is about to. */
  | { readonly type: 'settled'; readonly position: number; readonly outcome: Settled }
  /** It asks a person. `isLeft`: nobody ever says anything. */
  | { readonly type: 'interrupted'; readonly position: number; readonly payload: Json; readonly isLeft: boolean }
  | { readonly type: 'moved'; readonly how: MoveTrace['type'] }
  /** The clock is set. */
  | { readonly type: 'jumped'; readonly ms: number }
  | { readonly type: 'aborting'; readonly why: AbortTrace['why'] }
  | { readonly type: 'late'; readonly position: number; readonly as: LateTrace['as'] }
  | { readonly type: 'crashed'; readonly lost?: LossTrace }
  | { readonly type: 'thrown'; readonly name: string; readonly message: string; readonly position?: number }
  | { readonly type: 'ended'; readonly end: TimelineEnd };

/** How a call settled. `unknown`: nobody has written it down. */
export type Settled =
  | {
      readonly response: Json;
      readonly kind: CallLogEntry['type'] | 'sleep';
      /** What the response breaks of its schema, where the action was told to lie. */
      readonly lie?: string;
    }
  | {
      readonly error: { readonly name: string; readonly message: string; readonly code?: string };
      readonly simulated?: true;
    }
  | { readonly payload: Json }
  | 'unknown';

/** A call that an earlier attempt has made is executed once more. */
export type Again = { readonly answer: Json } | 'same-key';

export type TimelineEnd =
  | { readonly status: 'completed'; readonly value: Json }
  | { readonly status: 'failed'; readonly name: string; readonly message: string; readonly location?: Location }
  | { readonly status: 'interrupted'; readonly pending: readonly PendingCall[] }
  | { readonly status: 'aborted'; readonly reason: Json };

export function endOf(run: Run): TimelineEnd {
  switch (run.status) {
    case 'completed':
      return { status: 'completed', value: run.value };
    case 'failed': {
      const { name, message, location } = run.error;
      return { status: 'failed', name, message, ...(location && { location }) };
    }
    case 'interrupted':
      return { status: 'interrupted', pending: run.pending };
    case 'aborted':
      return { status: 'aborted', reason: run.reason };
  }
}
