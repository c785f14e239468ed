/**
 * Decides what happens next wherever the world leaves it open: which outstanding call settles, which open question is
 * answered first, whether a grace period ends. Every decision is an index below a count, so that a list of them,
 * whoever made it, is a schedule that can be played again.
 */
export interface Scheduler {
  readonly name: string;
  /**
   * Picks one of `count` (at least 1) possibilities: an integer from 0 to `count - 1`.
   *
   * @param candidates Where the question is which call settles next: the positions of the calls, ascending, that the first
   *   possibilities stand for. A further one, if there is one, is that none of them does in time. Absent: it is another question.
   */
  choose(count: number, candidates?: readonly number[]): number;
}

/** A scheduler that also remembers what it was asked and what it said. */
export interface RecordingScheduler extends Scheduler {
  /** The decisions taken so far: as `Case.schedule`, they lead to the same run. */
  readonly decisions: readonly number[];
  /** How many possibilities there were at each decision. */
  readonly counts: readonly number[];
}

/** Remembers the decisions of another scheduler. */
export function recording(scheduler: Scheduler): RecordingScheduler {
  const decisions: number[] = [];
  const counts: number[] = [];
  return {
    name: scheduler.name,
    decisions,
    counts,
    choose(count, candidates) {
      const decision = scheduler.choose(count, candidates);
      decisions.push(decision);
      counts.push(count);
      return decision;
    },
  };
}
