import { type Interval, medianInterval, quartiles } from './statistics.ts';

/** One thing that was measured, against yardsticks that were measured in the same rounds. Plain data. */
export interface BenchRow {
  /** The question that it answers, as `replay, sequential, 1000 calls: one call`. */
  name: string;
  /** What was done, in a sentence. */
  what: string;
  /** Microseconds of one operation: the median over the rounds. Information only: it says more about the machine than about us. */
  microseconds?: number;
  /** Half of the rounds lie between these, in microseconds. */
  spread?: Spread;
  /** What was measured is a size, and this is it. */
  bytes?: number;
  /** What was measured is the power of the length that a cost grows with: the median over the rounds. */
  exponent?: number;
  /** The curve that this is a point of: its name, and the length of the call log here. */
  point?: CurvePoint;
  ratios: BenchRatio[];
}

/** Where a row stands on a curve of costs against lengths. */
export interface CurvePoint {
  curve: string;
  /** Entries of the call log. */
  entries: number;
}

/** The first and the third quartile over the rounds. */
export interface Spread {
  low: number;
  high: number;
}

export interface BenchRatio {
  /** The yardstick, as `the guest's own floor`. */
  to: string;
  /** Median over the rounds of (this / the yardstick), each pair measured in the same round. */
  ratio: number;
  spread?: Spread;
  /** Where the median lies with a confidence of 95 %; absent for sizes, and where there are too few rounds to say. */
  interval?: Interval;
  yardstickMicroseconds?: number;
  /** What is to be reached; absent where the ratio is only reported. */
  target?: { atMost: number };
  /** Whether it is; absent where there is nothing to reach. */
  reached?: boolean;
}

/** What is measured against: its microseconds in each round. */
export interface Yardstick {
  readonly to: string;
  readonly rounds: readonly number[];
  readonly atMost?: number;
}

/** A row from microseconds per round. Yardsticks have as many rounds, in the same order. */
export function benchRow(
  name: string,
  what: string,
  rounds: readonly number[],
  yardsticks: readonly (Yardstick | undefined)[],
): BenchRow {
  const { median, low, high } = quartiles(rounds);
  const ratios = yardsticks.flatMap((yardstick) => (yardstick === undefined ? [] : [benchRatio(rounds, yardstick)]));
  return { name, what, microseconds: median, spread: { low, high }, ratios };
}

/** What a size is held against, in bytes. */
export interface SizeBound {
  readonly to: string;
  readonly bytes: number;
  readonly atMost?: number;
}

/** A row for a size, which is the same in every round. */
export function sizeRow(name: string, what: string, bytes: number, bounds: readonly SizeBound[]): BenchRow {
  return { name, what, bytes, ratios: bounds.map((bound) => judged(bound.to, bytes / bound.bytes, bound.atMost)) };
}

function judged(to: string, ratio: number, atMost: number | undefined): BenchRatio {
  return atMost === undefined ? { to, ratio } : { to, ratio, target: { atMost }, reached: ratio <= atMost };
}

function benchRatio(rounds: readonly number[], { to, rounds: yard, atMost }: Yardstick): BenchRatio {
  const ratios = pairwise(rounds, yard, (ours, theirs) => ours / theirs);
  const { median: ratio, low, high } = quartiles(ratios);
  const yardstickMicroseconds = quartiles(yard).median;
  return { ...judged(to, ratio, atMost), spread: { low, high }, ...intervalOf(ratios), yardstickMicroseconds };
}

function intervalOf(values: readonly number[]): { interval?: Interval } {
  const interval = medianInterval(values);
  return Number.isFinite(interval.low) ? { interval } : {};
}

/** A row for how a cost grows, from the exponent that was fitted in each round. What grows as its length does has exponent 1. */
export function growthRow(name: string, what: string, exponents: readonly number[], atMost: number): BenchRow {
  const { median: exponent, low, high } = quartiles(exponents);
  const ratio = { ...judged('linear growth', exponent, atMost), spread: { low, high }, ...intervalOf(exponents) };
  return { name, what, exponent, ratios: [ratio] };
}

/** Combines two subjects round by round, so that what disturbed a round disturbs both sides. */
export function pairwise(
  left: readonly number[],
  right: readonly number[],
  combine: (left: number, right: number) => number,
): number[] {
  return left.map((value, round) => combine(value, right[round] ?? Number.NaN));
}

/** What one of `count` operations costs in a run, without what the same run costs with none of them. */
export function perOperation(whole: readonly number[], empty: readonly number[], count: number): number[] {
  return pairwise(whole, empty, (all, none) => (all - none) / count);
}
