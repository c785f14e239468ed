import { binomialDistribution, linearRegression, quantile } from 'simple-statistics';

export interface Quartiles {
  low: number;
  median: number;
  high: number;
}

/** Quartiles of at least one number. */
export function quartiles(values: readonly number[]): Quartiles {
  const [low = Number.NaN, median = Number.NaN, high = Number.NaN] = quantile([...values], [0.25, 0.5, 0.75]);
  return { low, median, high };
}

/** Where a median lies, with the confidence that was asked for. Both ends are infinite where there are too few values to say. */
export interface Interval {
  low: number;
  high: number;
}

/**
 * A confidence interval for the median of what the values were drawn from, by order statistics: the median lies below the
 * k-th smallest with the probability of fewer than k heads in n tosses of a fair coin. It supposes nothing about the
 * distribution; that the values are independent it does suppose. (Hahn and Meeker, Statistical Intervals, 1991, section 5.2.)
 */
export function medianInterval(values: readonly number[], confidence = 0.95): Interval {
  const sorted = [...values].sort((a, b) => a - b);
  const rank = lowestRank(sorted.length, (1 - confidence) / 2);
  if (rank === 0) return { low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY };
  return { low: sorted[rank - 1] ?? Number.NaN, high: sorted[sorted.length - rank] ?? Number.NaN };
}

/** The largest k such that fewer than k heads in so many tosses are at most so likely; 0 when there is none. */
function lowestRank(tosses: number, tail: number): number {
  if (tosses === 0) return 0;
  const likely = binomialDistribution(tosses, 0.5) ?? [];
  let below = 0;
  for (let rank = 0; rank < likely.length; rank++) {
    below += likely[rank] ?? 0;
    if (below > tail) return rank;
  }
  return 0;
}

/** The exponent of the power of the size that the costs grow with: the slope of the line through their logarithms. */
export function growthExponent(points: readonly { readonly size: number; readonly cost: number }[]): number {
  return linearRegression(points.map(({ size, cost }) => [Math.log(size), Math.log(cost)])).m;
}
