import type { Case } from '../case/index.ts';
import type { BrokenPromise } from '../oracle/index.ts';
import { onAnotherHost } from '../world/index.ts';
import { observe } from './observed.ts';
import { type ReduceOptions, reduce } from './reduce.ts';
import { weight } from './reducer.ts';
import { type FailureLike, type FailureTestOptions, failureTest } from './same-failure.ts';

export interface MinimiseOptions extends FailureTestOptions, Pick<ReduceOptions, 'spent' | 'vain'> {
  /** At most so many candidates are tried. The same number gives the same minimum, however fast the machine. Default 3000. */
  readonly triedMax?: number;
  /** Makes the case smaller by the generator that made it, before its text is reduced. */
  readonly shrink?: (fails: (candidate: Case) => boolean) => Case | undefined;
}

export interface Minimised {
  readonly case: Case;
  /** What the minimised case shows. */
  readonly failure: BrokenPromise;
  /** At what kind of call, where the oracle named a position. It is the same as in the original case. */
  readonly where: string | undefined;
  readonly tried: number;
  /** Nothing smaller was found, rather than a bound being reached. */
  readonly minimal: boolean;
  /** Where it is not minimal: what minimising the smaller case need not try again. */
  readonly vain: readonly string[];
}

/** Several times what any case of ours has taken. */
const triedMaxDefault = 3_000;

/** The generator's own shrinking may use so much of the bound. It is bold, but each of its steps makes a new script. */
const shrinkingShare = 0.35;

/**
 * The smallest case that can be found that fails in the same way: as `sought` describes it or, where that is the name
 * of an oracle, as that oracle sees it first. `undefined` if this case does not fail so.
 */
export function minimise(
  testCase: Case,
  sought: FailureLike | string,
  options: MinimiseOptions,
): Minimised | undefined {
  const { spent, shrink, triedMax = triedMaxDefault, vain, ...judging } = options;
  const test = failureTest(testCase, sought, judging);
  if (test === undefined) return undefined;
  const shrunk = shrunkBy(shrink, test.fails, () => spent?.() ?? false, triedMax * shrinkingShare);
  const { engine, elsewhere = onAnotherHost(engine) } = judging;
  const reduced = reduce(shrunk.case !== undefined && weight(shrunk.case) < weight(testCase) ? shrunk.case : testCase, {
    fails: test.fails,
    triedMax: triedMax - shrunk.tried,
    observe: (candidate) => observe(candidate, engine, elsewhere),
    ...(spent && { spent }),
    ...(vain && { vain }),
  });
  const failure = test.failureOf(reduced.case) ?? test.failure;
  return { ...reduced, failure, where: test.where, tried: reduced.tried + shrunk.tried };
}

function shrunkBy(
  shrink: MinimiseOptions['shrink'],
  fails: (candidate: Case) => boolean,
  spent: () => boolean,
  triedMax: number,
): { case?: Case | undefined; tried: number } {
  let tried = 0;
  const shrunk = shrink?.((candidate) => {
    if (tried >= triedMax || spent()) return false;
    tried++;
    return fails(candidate);
  });
  return { case: shrunk, tried };
}
