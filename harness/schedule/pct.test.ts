import { describe, expect, test } from 'vitest';
import { pct, pctBound, pctProbability, type Scheduler } from './index.ts';
import { settleChains, settledAt } from './testing/chains.ts';

interface Bug {
  readonly name: string;
  readonly depth: number;
  readonly lengths: readonly number[];
  /** Whether it shows in this order. */
  shows(order: readonly number[]): boolean;
}

const before = (order: readonly number[], ...calls: readonly (readonly [chain: number, call: number])[]): boolean =>
  calls.every(([chain, call], i) => {
    const [next, nextCall] = calls[i + 1] ?? [-1, -1];
    return next === -1 || settledAt(order, chain, call) < settledAt(order, next, nextCall);
  });

/** Each needs as many orderings as it is deep, and chains that are held up for as long as they have calls. */
const bugs: readonly Bug[] = [
  {
    name: 'the first call of one chain after all of the three others',
    depth: 1,
    lengths: [5, 5, 5, 5],
    shows: (order) => [1, 2, 3].every((other) => before(order, [other, 4], [0, 0])),
  },
  {
    name: 'a call between two neighbours in another chain',
    depth: 2,
    lengths: [10, 1, 2],
    shows: (order) => before(order, [0, 6], [1, 0], [0, 7]),
  },
  {
    name: 'a call between two neighbours in another chain, and the one after it behind all of them',
    depth: 3,
    lengths: [6, 3],
    shows: (order) => before(order, [0, 2], [1, 0], [0, 3]) && before(order, [0, 5], [1, 1]),
  },
];

function shown({ lengths, shows }: Bug, runs: number, scheduler: (seed: number) => Scheduler): number {
  let count = 0;
  for (let seed = 0; seed < runs; seed++) if (shows(settleChains(lengths, scheduler(seed)))) count++;
  return count / runs;
}

describe('the bound that pct promises', () => {
  test.each(bugs)('is kept: $name', (bug) => {
    const { depth, lengths } = bug;
    const steps = lengths.reduce((sum, length) => sum + length) - 1;
    const promised = pctBound({ depth, chains: lengths.length, steps });
    const runs = 20_000;

    const measured = shown(bug, runs, (seed) => pct({ seed, depth, stepsMax: steps }));

    // No more below it than chance explains: four standard deviations of so many draws.
    expect(measured).toBeGreaterThan(promised - 4 * Math.sqrt((promised * (1 - promised)) / runs));
  });

  test('is that of the paper', () => {
    expect(pctBound({ depth: 1, chains: 4, steps: 100 })).toBe(1 / 4);
    expect(pctBound({ depth: 3, chains: 2, steps: 10 })).toBe(1 / 200);
    expect(pctProbability({ depth: 2, chains: 2, steps: 10, cases: 3 })).toBeCloseTo(1 - (19 / 20) ** 3, 12);
    expect(pctProbability({ depth: 2, chains: 2, steps: 10, cases: 0 })).toBe(0);
  });

  test('is not kept where fewer changes are made than the bug is deep', () => {
    const bug = bugs[2] as Bug;
    const promised = pctBound({ depth: 3, chains: 2, steps: 8 });

    expect(shown(bug, 5_000, (seed) => pct({ seed, depth: 1, stepsMax: 8 }))).toBeLessThan(promised / 2);
  });
});

describe('pct', () => {
  test('depends on its seed alone', () => {
    const order = (seed: number) => settleChains([4, 4, 4], pct({ seed, depth: 3, stepsMax: 11 }));

    expect(order(1)).toEqual(order(1));
    expect(new Set(Array.from({ length: 20 }, (_, seed) => order(seed).join())).size).toBeGreaterThan(10);
  });

  test('counts chains and decisions', () => {
    const scheduler = pct({ seed: 1, depth: 2, stepsMax: 5 });

    settleChains([3, 1, 2], scheduler);

    expect(scheduler.chains).toBe(3);
    // Whatever comes last is alone.
    expect(scheduler.steps).toBeGreaterThanOrEqual(2);
    expect(scheduler.steps).toBeLessThan(6);
  });

  test('goes on with the chain that it has begun, where priorities do not change', () => {
    const order = settleChains([3, 3, 3], pct({ seed: 5, depth: 1, stepsMax: 8 }));

    expect(order.join()).toMatch(/^(\d),\1,\1,(\d),\2,\2,(\d),\3,\3$/);
  });

  test('takes giving up for a possibility like any other', () => {
    const decisions = Array.from({ length: 50 }, (_, seed) => pct({ seed, depth: 1, stepsMax: 1 }).choose(3, [4, 7]));

    expect(new Set(decisions)).toEqual(new Set([0, 1, 2]));
  });

  test('answers other questions by chance', () => {
    const scheduler = pct({ seed: 3, depth: 1, stepsMax: 1 });
    const answers = new Set(Array.from({ length: 60 }, () => scheduler.choose(3)));

    expect(answers).toEqual(new Set([0, 1, 2]));
    expect(scheduler.chains).toBe(0);
  });
});
