import type { Verdict } from './oracle.ts';

/**
 * Which of an oracle's further executions showed that a promise is broken. Whoever makes the case smaller asks for these alone: others
 * would cost time, and a case of which they show the same has little to do with the one that was found.
 */
export interface Probe {
  /** What was tried, of a small set of words: the name of a limit, a way to tamper with a log. */
  readonly of: string;
  /** Which of the many that there are. A thorough look tries a few of them, spread over all, and of a probe's kind that one first. */
  readonly at?: number;
}

/** The verdict, with the probe that it came from. */
export function shownBy(probe: Probe, verdict: Verdict): Verdict {
  return verdict && { ...verdict, probe };
}

/** At most so many numbers below `count`, the first and the last among them, evenly. */
export function spread(count: number, most: number): number[] {
  if (count <= most) return Array.from({ length: count }, (_, index) => index);
  const step = (count - 1) / Math.max(1, most - 1);
  return Array.from({ length: most }, (_, index) => Math.round(index * step));
}
