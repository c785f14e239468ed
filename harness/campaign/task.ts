import type { Case } from '../case/index.ts';
import type { BrokenPromise, Probe } from '../oracle/index.ts';
import type { Trace } from '../world/index.ts';
import type { CaseHash } from './case-hash.ts';
import type { ForkTally, ForkTiming } from './forks.ts';
import type { Tally } from './tally.ts';

/** What a thread is asked to do. Plain data. */
export type Task = ExamineGenerated | ExamineGiven | MinimiseTask | TrimTask | ReplayRuns;

/** Makes and examines the cases of a campaign whose numbers these are. */
export interface ExamineGenerated {
  readonly type: 'examine-generated';
  readonly seed: number;
  readonly indices: readonly number[];
  /** Say of each of them what it came to, to be compared with another time. */
  readonly hashAll?: boolean;
}

/** Examines these cases, thoroughly. */
export interface ExamineGiven {
  readonly type: 'examine-given';
  readonly cases: readonly Case[];
}

export interface MinimiseTask {
  readonly type: 'minimise';
  readonly case: Case;
  /** How the case was made, if it was. */
  readonly generated?: { readonly seed: number; readonly index: number };
  /** Name of the oracle that saw the failure. */
  readonly oracle: string;
  /** The kind of divergence that it saw, and at what kind of call. */
  readonly kind: string;
  readonly where?: string | undefined;
  /** What showed it, where the oracle said so. */
  readonly probe?: Probe | undefined;
  /** At most so many candidates are tried. Default 1500. */
  readonly triedMax?: number;
  /** What need not be tried: see `Minimised`. */
  readonly vain?: readonly string[];
  /** Shared memory whose first number is set to 1 by who wants it to stop with the smallest so far. */
  readonly stop?: Int32Array;
  /** A net for what takes too long: the number of candidates is bounded first. */
  readonly budgetMs: number;
}

/** Takes out of a case that breaks no promise what makes no difference to what happens in it. */
export interface TrimTask extends Pick<MinimiseTask, 'case' | 'triedMax' | 'vain' | 'stop' | 'budgetMs'> {
  readonly type: 'trim';
}

/** Replays recorded runs. */
export interface ReplayRuns {
  readonly type: 'replay-runs';
  /** JSON text of each; `null` where one is to be left out. */
  readonly runs: readonly (string | null)[];
}

/** A run that does not replay to itself, by its index in the list, and what is otherwise. */
export interface ReplayProblem {
  readonly index: number;
  readonly message: string;
  /** Its thread was ended because it took too much memory: nothing is known of the run. */
  readonly isOutOfMemory?: true;
}

export interface Examined {
  readonly tally: Tally;
  readonly failures: readonly FailedCase[];
  /** Mistakes of the harness: an oracle that threw. */
  readonly mistakes: readonly { readonly index: number; readonly message: string }[];
  /** A number made of all that was observed in a sample of the cases, in any order. The same cases give the same. */
  readonly fingerprint: number;
  /** What each case came to, where that was asked for. */
  readonly hashes: readonly CaseHash[];
  /** What going on from snapshots of rare states came to. Its time is no part of what repeats. */
  readonly forks?: { readonly tally: ForkTally; readonly timing: ForkTiming };
}

export interface FailedCase {
  /** Of the campaign's cases, or into the list of those that were given. */
  readonly index: number;
  /** Of the case, as it was judged: of a generated one it may have been decided while the case ran. */
  readonly schedule: number[];
  /** At what kind of call the first of them showed, where its oracle named a position. */
  readonly where: string | undefined;
  /** Where it is not the campaign's case of that number, but a future of it. */
  readonly case?: Case;
  readonly failures: readonly BrokenPromise[];
}

export interface MinimisedCase {
  readonly case: Case;
  readonly failure: BrokenPromise;
  /** At what kind of call. */
  readonly where: string | undefined;
  readonly trace: Trace;
  readonly tried: number;
  /** Nothing smaller was found, rather than the budget running out. */
  readonly minimal: boolean;
  /** Where it is not minimal: what minimising the smaller case need not try again. */
  readonly vain: readonly string[];
  /** The time ran out before the candidates did: another machine may get further. */
  readonly isLate: boolean;
}

export type TrimmedCase = Pick<MinimisedCase, 'case' | 'tried' | 'minimal' | 'vain'>;

/** What becomes of a task. A minimisation gives `undefined` where the failure does not show again. */
export type ResultOf<T extends Task> = T extends MinimiseTask
  ? MinimisedCase | undefined
  : T extends TrimTask
    ? TrimmedCase
    : T extends ReplayRuns
      ? readonly ReplayProblem[]
      : Examined;

export type Result = ResultOf<Task>;

/** What a thread is started with. */
export interface ThreadData {
  /** For whoever watches: how many cases were begun, the index of the one under way, and how many executions of scripts were begun. */
  readonly progress: Int32Array;
}

export type ThreadMessage =
  | { readonly type: 'ready' }
  | { readonly type: 'done'; readonly result: Result }
  | { readonly type: 'broken'; readonly message: string };
