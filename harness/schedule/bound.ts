/** How many cases of one depth PCT has scheduled, and the largest it met. */
export interface PctCoverage {
  /** d: how many orderings a bug has that was looked for. */
  readonly depth: number;
  /** Cases in which there was anything to choose, and no more decisions than were expected. */
  readonly cases: number;
  /** n: the largest number of concurrent chains of calls in one of them. */
  readonly chains: number;
  /** k: the largest number of decisions among which the changes of priority were spread. */
  readonly steps: number;
}

/** The least probability with which PCT shows a bug in one run: 1/(n·k^(d-1)). */
export function pctBound({ depth, chains, steps }: Omit<PctCoverage, 'cases'>): number {
  return 1 / (Math.max(1, chains) * Math.max(1, steps) ** (depth - 1));
}

/** That it has shown, in at least one of the cases, a bug that all of their scripts have: 1-(1-1/(n·k^(d-1)))^cases. */
export function pctProbability(coverage: PctCoverage): number {
  return coverage.cases === 0 ? 0 : -Math.expm1(coverage.cases * Math.log1p(-pctBound(coverage)));
}
