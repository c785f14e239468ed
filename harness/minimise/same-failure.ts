import type { Case } from '../case/index.ts';
import {
  type BrokenPromise,
  type CaseReport,
  type JudgeOptions,
  oracles,
  type Probe,
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
  /** What showed it, where the oracle said so. */
  readonly probe?: Probe | undefined;
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

export type FailureTestOptions = Omit<JudgeOptions, 'oracles' | 'effort' | 'probe'>;

/** How a case is looked at: thoroughly first, because that does not depend on what happens to be sampled. */
type Look = Pick<JudgeOptions, 'effort' | 'probe'>;

function looks(probe: Probe | undefined): readonly Look[] {
  const all: readonly Look[] = [{ effort: 'thorough' }, { effort: 'sampled' }];
  return probe === undefined
    ? all
    : [{ effort: 'thorough', probe: { of: probe.of } }, { effort: 'thorough', probe }, ...all];
}

/**
 * A test for a failure that an oracle sees in a case: the one that `sought` describes, or, where that is an oracle's
 * name, whichever it sees first. `undefined`: it sees none such.
 */
export function failureTest(
  testCase: Case,
  sought: FailureLike | string,
  options: FailureTestOptions,
): FailureTest | undefined {
  const { oracle, probe } = typeof sought === 'string' ? { oracle: sought } : sought;
  const judges = oracles.filter(({ name }) => name === oracle);
  for (const look of looks(probe)) {
    const judge = (look: Look) => (candidate: Case) => runCase(candidate, { ...options, oracles: judges, ...look });
    const report = judge(look)(testCase);
    const like = likeOf(report);
    if (like === undefined || (typeof sought !== 'string' && !isSameFailure(like, sought))) continue;
    const failure = report.failures[0] as BrokenPromise;
    return testFor(like, failure, judge(narrowed(look, failure)), withinBounds(testCase, options));
  }
  return undefined;
}

/**
 * What showed the failure is all that is asked of smaller cases: other executions take time, and change with the case's text where they
 * are drawn from it. A thorough look at the smallest one has it among what it tries.
 */
function narrowed(look: Look, { probe }: BrokenPromise): Look {
  return look.effort === 'thorough' && look.probe === undefined && probe !== undefined
    ? { ...look, probe: { of: probe.of } }
    : look;
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
