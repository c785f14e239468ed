import { linearExtensions } from './linear-extensions.ts';
import { type RecordingScheduler, recording } from './scheduler.ts';
import { type Equivalence, SearchPath } from './search-path.ts';

/** What an exhaustive search has seen. */
export interface Exhausted {
  /** Runs to the end, no two of them equivalent. */
  readonly runs: number;
  /** Runs that were begun and turned out, on the way, to be equivalent to others. */
  readonly cut: number;
  /** How many interleavings there are: what the runs stand for, those that were left out included. */
  readonly interleavings: number;
  /** Whether all of them were covered; false when `runsMax` came first. */
  readonly complete: boolean;
}

/** Makes the decisions of one run of a search. */
export interface SearchScheduler extends RecordingScheduler {
  /** From here on the run is equivalent to one that was made already: what it comes to need not be judged. */
  readonly isCut: boolean;
}

/**
 * Runs once for every interleaving, depth first, in lexical order of the decisions, as far as `runsMax` runs, those that
 * were cut included. The run must be repeatable: the same decisions must lead to the same questions. See `Equivalence` for
 * what can be left out, and by which argument; without one, nothing is.
 */
export function exhaustively(
  run: (scheduler: SearchScheduler) => void,
  runsMax: number,
  equivalence: Equivalence = {},
): Exhausted {
  const path = new SearchPath(equivalence);
  let [runs, cut] = [0, 0];
  while (!path.isDone && runs + cut < runsMax) {
    path.begin();
    run(schedulerOn(path));
    if (path.isCut) cut++;
    else runs++;
    path.end(linearExtensions);
  }
  return { runs, cut, interleavings: path.interleavings, complete: path.isDone };
}

function schedulerOn(path: SearchPath): SearchScheduler {
  const scheduler = recording({ name: 'exhaustive', choose: (count, candidates) => path.choose(count, candidates) });
  return Object.defineProperty(scheduler as SearchScheduler, 'isCut', { get: () => path.isCut });
}
