import type {
  ActionFailure,
  Answers,
  CallLog,
  ClockProfile,
  Json,
  Limits,
  RandomProfile,
  Settlement,
} from '../../runtime/index.ts';

/**
 * What a release records of itself: a script, and what happens to it, settlement by settlement. Plain data, so that
 * recording it again with the same code gives the same bytes.
 */
export interface GoldenPlan {
  readonly script: string;
  /** The author's name for the script; one that ends in `.ts` may hold types. */
  readonly file?: string;
  readonly actions: readonly string[];
  readonly input?: Json;
  readonly data?: Json;
  /** Default: `stop`. */
  readonly onInterrupt?: 'stop' | 'settle';
  readonly limits?: Partial<Limits>;
  /** Default: `recorded`. */
  readonly clock?: ClockProfile;
  /** Default: `recorded`. */
  readonly random?: RandomProfile;
  /** Paused runs carry a snapshot, and are continued from it. Default: they do not. */
  readonly snapshots?: true;
  /** A bare log to begin with. */
  readonly callLog?: CallLog;
  /** One file each; every one after the first goes on with the run of the one before. */
  readonly chapters: readonly GoldenChapter[];
}

/** One attempt, and what is kept of it. */
export interface GoldenChapter {
  /** Of the file. */
  readonly name: string;
  /** What the run shows, in a line. */
  readonly shows: string;
  /** To what the run before left pending. */
  readonly answers?: Answers;
  /** When it begins, in milliseconds after the run has: sleeps that are over by then are settled first. Default: at once. */
  readonly beginsMs?: number;
  /** In the order in which they happen: which position settles, and how. */
  readonly settles?: readonly (readonly [position: number, how: Settlement])[];
  /** Ends the run from outside after the last settlement. */
  readonly abort?: Json;
}

export function respond(response: Json): Settlement {
  return { response };
}

export function fail(name: string, message: string, more: Pick<ActionFailure, 'code' | 'data'> = {}): Settlement {
  return { error: { name, message, ...more } };
}

/** A sleep is over. */
export const awake: Settlement = { response: null };

export function ask(payload: Json): Settlement {
  return { interrupt: payload };
}
