import fc, { type Arbitrary } from 'fast-check';
import type { Choose } from './play.ts';

/**
 * Runs once for every order in which outcomes can settle: a search through the tree of choices, depth first, that
 * learns how wide each fork is from the run itself. Gives the number of orders.
 */
export function everyOrder(run: (choose: Choose) => void): number {
  let path: number[] = [];
  for (let count = 1; ; count++) {
    const widths: number[] = [];
    run((outstanding) => path[widths.push(outstanding.length) - 1] ?? 0);
    const next = following(path, widths);
    if (next === undefined) return count;
    path = next;
  }
}

function following(path: readonly number[], widths: readonly number[]): number[] | undefined {
  const taken = widths.map((_, i) => path[i] ?? 0);
  while (taken.length > 0) {
    const last = (taken.pop() as number) + 1;
    if (last < (widths[taken.length] as number)) return [...taken, last];
  }
  return undefined;
}

/** Arbitrary settle orders, for where there are too many to try them all. Each `Choose` is good for one run. */
export function orders(): Arbitrary<() => Choose> {
  return fc.array(fc.nat(60), { maxLength: 60 }).map((choices) => () => {
    let step = 0;
    return () => choices[step++] ?? 0;
  });
}
