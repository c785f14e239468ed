import type { Case } from '../case/index.ts';

/** One way to make cases smaller. */
export interface Reducer {
  readonly name: string;
  /** Smaller cases, the boldest first. Whether one still fails, or even compiles, is the minimiser's to find out. */
  candidates(testCase: Case): Iterable<Case>;
}

/**
 * What the minimiser makes smaller: the length of the case's text, and, between cases of one length, how many of its
 * digits are not zero. Every step goes down, so that reducers that undo each other cannot run for ever.
 */
export function weight(testCase: Case): number {
  const text = JSON.stringify(testCase);
  return text.length + (text.match(/[1-9]/g)?.length ?? 0) / 10_000;
}
