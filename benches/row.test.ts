import { expect, test } from 'vitest';
import { benchRow, perOperation, sizeRow } from './row.ts';

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
