import { type Interval, medianInterval, quartiles } from '../statistics.ts';

/** Where a figure stands: at or under its budget, over it, or nobody can say yet. */
export type Standing = 'within' | 'over' | 'undecided';

/** What rounds say of a figure. */
export interface Estimate {
  readonly standing: Standing;
  /** The median over the rounds. */
  readonly value: number;
  /** Where the median lies, with the confidence of this look; absent where there are too few rounds to say. */
  readonly interval?: Interval;
  readonly rounds: number;
}

/** A figure is looked at after so many rounds; at the last it has to be decided. */
export const looks: readonly number[] = [8, 16, 32, 64];

/**
 * Of each look. All of an attempt's looks are right together with a probability of 95 % at least (Bonferroni), so that
 * stopping at the first look that decides does not make a wrong decision likelier.
 */
export const confidence = 1 - 0.05 / looks.length;

/**
 * The test: a figure is within its budget when the whole confidence interval of its median (order statistics, which suppose
 * nothing about the distribution) lies at or under the budget, and over it when the whole interval lies above.
 */
export function estimate(values: readonly number[], atMost: number): Estimate {
  const value = quartiles(values).median;
  const interval = medianInterval(values, confidence);
  const rounds = values.length;
  if (!Number.isFinite(interval.low) || !Number.isFinite(interval.high))
    return { standing: 'undecided', value, rounds };
  return { standing: standingOf(interval, atMost), value, interval, rounds };
}

function standingOf({ low, high }: Interval, atMost: number): Standing {
  if (high <= atMost) return 'within';
  return low > atMost ? 'over' : 'undecided';
}
