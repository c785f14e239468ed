import type { Case } from '../case/index.ts';
import {
  type BrokenPromise,
  type CaseReport,
  type Effort,
  type JudgeOptions,
  oracles,
  runCase,
} from '../oracle/index.ts';
import { withinBounds } from './bounds.ts';
import { whereabouts } from './whereabouts.ts';

/** What makes two failures the same one. */
export interface FailureLike {
  /** Name of the oracle that sees it. */
  readonly oracle: string;
  /** What differs first. */
  readonly kind: string;
  /** See `whereabouts`. */
  readonly where?: string | undefined;
}

/** Tells whether a case fails in a certain way: the same oracle sees the same kind of divergence, at the same kind of call. */
export interface FailureTest {
  /** The failure that it looks for, as the original case shows it. */
  readonly failure: BrokenPromise;
  readonly where: string | undefined;
  fails(candidate: Case): boolean;
  /** What that failure says in a case that fails. */
  failureOf(candidate: Case): BrokenPromise | undefined;
}

export type FailureTestOptions = Omit<JudgeOptions, 'oracles' | 'effort'>;

/** Thorough first, because a thorough look does not depend on what happens to be sampled. */
const efforts: readonly Effort[] = ['thorough', 'sampled'];

/**
 * A test for a failure that an oracle sees in a case: the one that `sought` describes, or, where that is an oracle's
 * name, whichever it sees first. `undefined`: it sees none such.
 */
export function failureTest(
  testCase: Case,
  sought: FailureLike | string,
  options: FailureTestOptions,
): FailureTest | undefined {
  const oracle = typeof sought === 'string' ? sought : sought.oracle;
  const judges = oracles.filter(({ name }) => name === oracle);
  for (const effort of efforts) {
    const judge = (candidate: Case): CaseReport => runCase(candidate, { ...options, oracles: judges, effort });
    const report = judge(testCase);
    const like = likeOf(report);
    if (like === undefined || (typeof sought !== 'string' && !isSameFailure(like, sought))) continue;
    return testFor(like, report.failures[0] as BrokenPromise, judge, withinBounds(testCase, options));
  }
  return undefined;
}

function testFor(
  like: FailureLike,
  failure: BrokenPromise,
  judge: (candidate: Case) => CaseReport,
  isWithinBounds: (candidate: Case) => boolean,
): FailureTest {
  const failureOf = (candidate: Case): BrokenPromise | undefined => {
    const report = judge(candidate);
    const seen = likeOf(report);
    return seen && isSameFailure(seen, like) ? report.failures[0] : undefined;
  };
  const fails = (candidate: Case): boolean => isWithinBounds(candidate) && failureOf(candidate) !== undefined;
  return { failure, where: like.where, fails, failureOf };
}

/** What identifies a report's first failure. */
export function likeOf({ failures: [first], trace }: CaseReport): FailureLike | undefined {
  return first && { oracle: first.oracle, kind: first.kind, where: whereabouts(first, trace) };
}

function isSameFailure(a: FailureLike, b: FailureLike): boolean {
  return a.oracle === b.oracle && a.kind === b.kind && a.where === b.where;
}
