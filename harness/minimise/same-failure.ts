import type { Case } from '../case/index.ts';
import { type BrokenPromise, type Effort, type JudgeOptions, oracles, runCase } from '../oracle/index.ts';

/** Tells whether a case fails in a certain way: the same oracle sees the same kind of divergence. */
export interface FailureTest {
  /** The failure that it looks for, as the original case shows it. */
  readonly failure: BrokenPromise;
  fails(candidate: Case): boolean;
}

const efforts: readonly Effort[] = ['thorough', 'sampled'];

/**
 * A test for the failure that `oracle` (by name) sees in a case. Thorough where that shows it, because a thorough look
 * does not depend on what happens to be sampled. `undefined`: the oracle sees none.
 */
export function failureTest(
  testCase: Case,
  oracle: string,
  options: Omit<JudgeOptions, 'oracles' | 'effort'>,
): FailureTest | undefined {
  const judges = oracles.filter(({ name }) => name === oracle);
  for (const effort of efforts) {
    const broken = (candidate: Case): BrokenPromise | undefined =>
      runCase(candidate, { ...options, oracles: judges, effort }).failures[0];
    const failure = broken(testCase);
    if (failure !== undefined) return { failure, fails: (candidate) => broken(candidate)?.kind === failure.kind };
  }
  return undefined;
}
