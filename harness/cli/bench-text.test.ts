import { expect, test } from 'vitest';
import type { BenchRow } from '../../benches/index.ts';
import { plainStyle } from '../report/style.ts';
import { benchReached, benchText } from './bench-text.ts';

const rows: BenchRow[] = [
  {
    name: 'replay, sequential, 100 calls: one call',
    what: 'w',
    microseconds: 4.3712,
    ratios: [
      { to: 'the floor', ratio: 1.761, interval: { low: 1.7, high: 1.8 }, target: { atMost: 3 }, reached: true },
      { to: 'stock', ratio: 0.345, target: { atMost: 1 / 3 }, reached: false },
    ],
  },
  {
    name: 'growth of time, fan-out',
    what: 'w',
    exponent: 1.0312,
    ratios: [
      {
        to: 'linear growth',
        ratio: 1.0312,
        interval: { low: 1.02, high: 1.04 },
        target: { atMost: 1.05 },
        reached: true,
      },
    ],
  },
  { name: 'snapshot, size', what: 'w', bytes: 5927, ratios: [{ to: '8 KB', ratio: 0.741 }] },
];

test('rows stand under their questions, a line for each yardstick, with intervals and what is to be reached', () => {
  expect(benchText(rows, plainStyle).split('\n')).toEqual([
    'replay',
    '  sequential, 100 calls: one call  4.37 µs  1.76 × (1.7–1.8)  the floor      ✓ at most 3',
    '                                            0.345 ×           stock          ✗ at most 0.333',
    '',
    'growth of time',
    '  fan-out                           n^1.03  (1.02–1.04)       linear growth  ✓ at most 1.05',
    '',
    'snapshot',
    '  size                             5,927 B  0.741 ×           8 KB',
  ]);
});

test('one figure that is missed is enough to fail', () => {
  expect(benchReached(rows)).toBe(false);
  expect(benchReached(rows.slice(1))).toBe(true);
});
