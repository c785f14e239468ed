import type { Json, Location, Run } from '../../runtime/index.ts';
import type { BreakReason, PlacedCall } from './mismatch.ts';

/** How many runs there were, and how many of them break. */
export interface Share {
  readonly runs: number;
  readonly broken: number;
}

/** A call at which runs wait for days: a question to a person, or a sleep. */
export interface PausePoint extends Share {
  readonly action: string;
  /** In the old script. */
  readonly location?: Location;
}

/** One kind of break: the same two calls part in all of its runs. */
export interface ChangeBreak {
  readonly reason: BreakReason;
  /** Whether it makes the verdict FAIL. It does not where it befalls only runs that end by themselves, if they are let. */
  readonly decides: boolean;
  /** In the smallest run. */
  readonly position?: number;
  readonly old?: PlacedCall;
  /** Absent: the new script asks nothing there. */
  readonly new?: PlacedCall;
  /** What the runtime says when the smallest run is resumed. */
  readonly message: string;
  /** How many runs break like this, of all that were tried. */
  readonly paused: Share;
  readonly running: Share;
  /** Files of the recorded runs among them. */
  readonly recorded: readonly string[];
  /** The pauses at which they wait. `runs`: all that wait there. */
  readonly pausePoints: readonly PausePoint[];
  readonly smallest: SmallestRun;
}

export interface SmallestRun {
  /** The file of a recorded run, or the number of the case that led there. */
  readonly from: { readonly made: number } | { readonly recorded: string };
  readonly input: Json;
  /** Its call log, position by position, and what it waits for, for a person. */
  readonly lines: readonly string[];
  readonly run: Run;
  /** Where it was saved; added by whoever saved it. */
  readonly file?: string;
}

/** What came of a check, as plain data. */
export interface ChangeFindings {
  readonly breaks: readonly ChangeBreak[];
  readonly pausePoints: readonly PausePoint[];
  readonly paused: Share;
  readonly running: Share;
  readonly recorded: Share;
  /** Recorded runs that are over: they break nothing. `broken`: what would have gone otherwise under the new script. */
  readonly finished: Share;
  /** What has changed and breaks nothing, a sentence each. */
  readonly safe: readonly string[];
  readonly notes: readonly string[];
}

/** What `lockstep check-change --json` writes. */
export interface ChangeReport extends ChangeFindings {
  readonly format: 'lockstep-change';
  readonly version: 1;
  readonly lockstep: string;
  readonly verdict: 'PASS' | 'FAIL';
  readonly old: string;
  readonly new: string;
  readonly seed: number;
  readonly cases: number;
  readonly reproduce: string;
}
