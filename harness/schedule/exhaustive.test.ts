import { describe, expect, test } from 'vitest';
import { exhaustively, type Scheduler } from './index.ts';
import { linearExtensions } from './linear-extensions.ts';
import { settleAll } from './testing/calls.ts';
import { settleChains } from './testing/chains.ts';

/** Chains by the calls in flight: each position belongs to one. */
function chainsInFlight(lengths: readonly number[]) {
  const chainOf = new Map<number, number>();
  return {
    run: (scheduler: Scheduler) =>
      settleChains(lengths, scheduler, (position, chain) => void chainOf.set(position, chain)),
    chainOf: (position: number) => chainOf.get(position) as number,
  };
}

describe('without an equivalence', () => {
  test('sees every order once', () => {
    const seen: string[] = [];

    const exhausted = exhaustively((scheduler) => void seen.push(settleAll((count) => scheduler.choose(count))), 1000);

    expect(exhausted).toEqual({ runs: 12, cut: 0, interleavings: 12, complete: true });
    expect(new Set(seen).size).toBe(12);
  });

  test('says when it stopped early', () => {
    const exhausted = exhaustively((scheduler) => void settleAll((count) => scheduler.choose(count)), 5);

    expect(exhausted).toMatchObject({ runs: 5, complete: false });
  });

  test('notices a run that is not repeatable', () => {
    let runs = 0;

    expect(() => exhaustively((scheduler) => void scheduler.choose(++runs + 1), 10)).toThrow(/not repeatable/);
  });
});

describe('with calls that commute', () => {
  const lengths = [2, 2, 2];

  test('runs one of all 90 interleavings of three chains of two calls that share nothing', () => {
    const { run, chainOf } = chainsInFlight(lengths);

    const exhausted = exhaustively(run, 100, { independent: (a, b) => chainOf(a) !== chainOf(b) });

    // Those that are cut have begun with what had better come later.
    expect(exhausted).toEqual({ runs: 1, cut: 12, interleavings: 90, complete: true });
  });

  test('runs every order of those that do not, and of the others one', () => {
    const { run, chainOf } = chainsInFlight(lengths);
    const seen = new Set<string>();
    const independent = (a: number, b: number) => chainOf(a) !== chainOf(b) && (chainOf(a) === 2 || chainOf(b) === 2);

    const { interleavings, runs, cut, complete } = exhaustively(
      (scheduler) => {
        const order = run(scheduler);
        if (!scheduler.isCut) seen.add(order.filter((chain) => chain !== 2).join(''));
      },
      100,
      { independent },
    );

    expect([...seen].sort()).toEqual(['0011', '0101', '0110', '1001', '1010', '1100']);
    expect({ interleavings, runs, complete }).toEqual({ interleavings: 90, runs: 6, complete: true });
    expect(runs + cut).toBeLessThan(90);
  });
});

describe('with states that are the same', () => {
  test('goes on from each once, and counts what lies behind it as often as it is reached', () => {
    let left: string[] = [];
    const ends = new Set<string>();
    // What has settled is a set: in which order is forgotten.
    const run = (scheduler: Scheduler) => {
      left = ['a', 'b', 'c', 'd'];
      while (left.length > 0) left.splice(scheduler.choose(left.length, [...left.keys()]), 1);
      ends.add(left.join());
    };

    const { runs, cut, interleavings, complete } = exhaustively(run, 100, { state: () => left.join() });

    expect({ interleavings, complete }).toEqual({ interleavings: 24, complete: true });
    expect(runs + cut).toBeLessThan(24);
    // One for each call that can be the last.
    expect(runs).toBe(4);
  });
});

describe('linear extensions', () => {
  test.each([
    ['nothing needed', [[], [], [], []], 24],
    ['one after the other', [[], [0], [1], [2]], 1],
    ['three chains of two', [[], [], [], [0], [1], [2]], 90],
    ['a fork and a join', [[], [0], [0], [1, 2]], 2],
  ])('%s', (_, needs, count) => {
    expect(linearExtensions(needs.map((before) => new Set(before)))).toBe(count);
  });
});
