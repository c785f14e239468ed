import { expect, test } from 'vitest';
import { benchRow, growthRow, perOperation, sizeRow } from './row.ts';

test('a ratio is the median of the ratios of each round, so that a slow round counts on both sides', () => {
  const row = benchRow('r', 'w', [2, 20, 4], [{ to: 'y', rounds: [1, 10, 1], atMost: 2 }, undefined]);

  expect(row).toEqual({
    name: 'r',
    what: 'w',
    microseconds: 4,
    spread: { low: 3, high: 12 },
    ratios: [
      {
        to: 'y',
        ratio: 2,
        spread: { low: 2, high: 3 },
        yardstickMicroseconds: 1,
        target: { atMost: 2 },
        reached: true,
      },
    ],
  });
});

test('a figure that is missed says so, and one without a target says nothing', () => {
  const { ratios } = benchRow(
    'r',
    'w',
    [3],
    [
      { to: 'a', rounds: [1], atMost: 2.9 },
      { to: 'b', rounds: [1] },
    ],
  );

  expect(ratios.map(({ reached }) => reached)).toEqual([false, undefined]);
});

test('a size is held against bounds', () => {
  const row = sizeRow('s', 'w', 300, [
    { to: 'a', bytes: 200, atMost: 1 },
    { to: 'b', bytes: 100 },
  ]);

  expect(row).toEqual({
    name: 's',
    what: 'w',
    bytes: 300,
    ratios: [
      { to: 'a', ratio: 1.5, target: { atMost: 1 }, reached: false },
      { to: 'b', ratio: 3 },
    ],
  });
});

test('one operation costs what a run costs beyond an empty one', () => {
  expect(perOperation([110, 210], [10, 10], 100)).toEqual([1, 2]);
});

test('a ratio has an interval where there are rounds enough for one', () => {
  const rounds = [1, 2, 3, 4, 5, 6, 7, 8];
  const ones = rounds.map(() => 1);

  const [of8] = benchRow('r', 'w', rounds, [{ to: 'y', rounds: ones }]).ratios;
  const [of5] = benchRow('r', 'w', rounds.slice(0, 5), [{ to: 'y', rounds: ones }]).ratios;

  expect(of8?.interval).toEqual({ low: 1, high: 8 });
  expect(of5?.interval).toBeUndefined();
});

test('growth is the median of the exponents of each round, and is held against a bound', () => {
  const row = growthRow('g', 'w', [1, 1.02, 1.04, 1.01, 1.03, 1.2], 1.05);

  expect(row).toMatchObject({ exponent: 1.025, ratios: [{ to: 'linear growth', reached: true }] });
  expect(growthRow('g', 'w', [1.06], 1.05).ratios[0]?.reached).toBe(false);
});
