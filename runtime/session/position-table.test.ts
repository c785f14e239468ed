import { expect, test } from 'vitest';
import { PositionTable } from './position-table.ts';

test('what was there before the start, from it on, and far beyond it is found again, in position order', () => {
  const table = new PositionTable<string>(100);
  for (const position of [104, 7, 100, 3]) table.put(position, `at ${position}`);
  table.remove(100);
  table.remove(3);

  expect([3, 7, 99, 100, 102, 104, 200].map((position) => table.at(position))).toEqual([
    undefined,
    'at 7',
    undefined,
    undefined,
    undefined,
    'at 104',
    undefined,
  ]);
  expect([...table.entries()]).toEqual([
    [7, 'at 7'],
    [104, 'at 104'],
  ]);
});

test('what is put twice is there once, and what was before the start comes first and in order', () => {
  const table = new PositionTable<number>(10);
  for (const [position, value] of [
    [12, 0],
    [9, 1],
    [2, 2],
    [10, 3],
    [12, 4],
    [9, 5],
  ] as const)
    table.put(position, value);

  expect([...table.entries()]).toEqual([
    [2, 2],
    [9, 5],
    [10, 3],
    [12, 4],
  ]);
});
