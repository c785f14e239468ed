import fc from 'fast-check';
import type { Case } from '../case/index.ts';
import { cases } from '../generate/index.ts';
import { mixSeeds } from '../schedule/index.ts';

/**
 * The cases of a campaign. Each depends on the campaign's seed and its own number alone, so that it does not matter
 * which thread makes it, after which others, or how many threads there are.
 */
export function caseAt(seed: number, index: number): Case {
  const [made] = fc.sample(cases(), { seed: mixSeeds(seed, index), numRuns: 1 });
  if (made === undefined) throw new Error(`The generator made no case for number ${index} of seed ${seed}.`);
  return made;
}

/**
 * The smallest case that still fails on the way back that fast-check knows: it shrinks the choices from which the case
 * was made, so what comes out is again a case that the generator could have made. The schedule is left as it is, whoever made it.
 * `undefined`: none failed.
 */
export function shrinkGenerated(
  { seed, index }: { readonly seed: number; readonly index: number },
  schedule: number[],
  fails: (candidate: Case) => boolean,
): Case | undefined {
  const property = fc.property(cases(), (candidate) => !fails({ ...candidate, schedule }));
  const { counterexample } = fc.check(property, { seed: mixSeeds(seed, index), numRuns: 1 });
  const smallest = counterexample?.[0];
  return smallest && { ...smallest, schedule };
}
