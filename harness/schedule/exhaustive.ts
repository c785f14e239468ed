import { recorded } from './recorded.ts';
import { type RecordingScheduler, recording } from './scheduler.ts';

/** What an exhaustive search has seen. */
export interface Exhausted {
  /** Runs made: one per schedule. */
  readonly runs: number;
  /** Whether every schedule was tried; false when `runsMax` came first. */
  readonly complete: boolean;
}

/**
 * Runs once for every possible sequence of decisions, in lexical order, as far as `runsMax` runs. The run must be
 * repeatable: the same decisions must lead to the same questions. Equivalent interleavings are not left out.
 */
export function exhaustively(run: (scheduler: RecordingScheduler) => void, runsMax: number): Exhausted {
  let prefix: number[] | undefined = [];
  let runs = 0;
  while (prefix !== undefined && runs < runsMax) {
    const scheduler = recording(recorded(prefix));
    run(scheduler);
    runs++;
    prefix = following(scheduler.decisions, scheduler.counts);
  }
  return { runs, complete: prefix === undefined };
}

/** The next sequence in lexical order: the last decision that can still go up does, and what came after is forgotten. */
function following(decisions: readonly number[], counts: readonly number[]): number[] | undefined {
  for (let step = decisions.length - 1; step >= 0; step--) {
    const next = (decisions[step] ?? 0) + 1;
    if (next < (counts[step] ?? 1)) return [...decisions.slice(0, step), next];
  }
  return undefined;
}
