import type { Case } from '../case/index.ts';
import type { BrokenPromise, JudgeOptions } from '../oracle/index.ts';
import { reduce } from './reduce.ts';
import { failureTest } from './same-failure.ts';

export interface MinimiseOptions extends Omit<JudgeOptions, 'oracles' | 'effort'> {
  /** Asked before every candidate: whether to stop with what has been reached. Default: never. */
  readonly spent?: () => boolean;
  /** Makes the case smaller by the generator that made it, before its text is reduced. Bounds itself. */
  readonly shrink?: (fails: (candidate: Case) => boolean) => Case | undefined;
}

export interface Minimised {
  readonly case: Case;
  /** What the minimised case shows. */
  readonly failure: BrokenPromise;
  readonly tried: number;
  /** Nothing smaller was found, rather than the budget running out. */
  readonly minimal: boolean;
}

/**
 * The smallest case that can be found in which the oracle of that name sees the same kind of divergence. `undefined`
 * if it sees none in this case.
 */
export function minimise(testCase: Case, oracle: string, options: MinimiseOptions): Minimised | undefined {
  const { spent = () => false, shrink, ...judging } = options;
  const test = failureTest(testCase, oracle, judging);
  if (test === undefined) return undefined;
  let shrunk = 0;
  const fails = (candidate: Case): boolean => {
    if (spent()) return false;
    shrunk++;
    return test.fails(candidate);
  };
  const start = shrink?.(fails) ?? testCase;
  const reduced = reduce(start, test.fails, spent);
  const failure = failureTest(reduced.case, oracle, judging)?.failure ?? test.failure;
  return { case: reduced.case, failure, tried: reduced.tried + shrunk, minimal: reduced.minimal };
}
