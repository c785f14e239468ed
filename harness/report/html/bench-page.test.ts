import { describe, expect, test } from 'vitest';
import { type BenchPageRow, benchPage, plotsOf } from './bench-page.ts';

const at = (entries: number, microseconds: number): BenchPageRow => ({
  name: `replay, sequential, ${entries} calls: one call`,
  what: 'a call <is> served',
  microseconds,
  spread: { low: microseconds * 0.9, high: microseconds * 1.1 },
  point: { curve: 'replay, sequential', entries },
  ratios: [
    { to: 'the floor', ratio: 2, yardstickMicroseconds: microseconds / 2, target: { atMost: 3 }, reached: true },
  ],
});
const growth: BenchPageRow = {
  ...{ name: 'growth of time, sequential', what: 'the power', exponent: 1.2 },
  ratios: [
    { to: 'linear growth', ratio: 1.2, interval: { low: 1.1, high: 1.3 }, target: { atMost: 1.05 }, reached: false },
  ],
};
const page = (rows: readonly BenchPageRow[]) => benchPage({ rows, notes: [], facts: [] });

describe('the page of a bench', () => {
  test('has a curve of each cost that was measured at several lengths, and its yardstick', () => {
    const [times, ...others] = plotsOf([at(1000, 5), at(10, 4), growth]);

    expect(others).toEqual([]);
    expect(times?.curves).toEqual([
      {
        name: 'replay, sequential',
        points: [
          { size: 10, cost: 4, low: 3.6, high: 4.4 },
          { size: 1000, cost: 5, low: 4.5, high: 5.5 },
        ],
      },
      {
        name: 'the floor',
        isYardstick: true,
        points: [
          { size: 10, cost: 2 },
          { size: 1000, cost: 2.5 },
        ],
      },
    ]);
    expect(page([at(1000, 5), at(10, 4)]).match(/<circle/g)).toHaveLength(4);
  });

  test('has no plot of what was measured at one length, and none of what is not above zero', () => {
    expect(plotsOf([at(10, 4)])).toEqual([]);
    expect(plotsOf([at(10, -1), at(100, 3)])).toEqual([]);
  });

  test('says what is missed, and escapes what it is given', () => {
    const text = page([at(10, 4), at(100, 4), growth]);

    expect(text).toContain('<title>MISSED: lockstep bench</title>');
    expect(text).toContain('Not reached: growth of time, sequential.');
    expect(text).toContain('✗ at most 1.05');
    expect(text).toContain('a call &lt;is&gt; served');
    expect(page([at(10, 4)])).toContain('<title>REACHED: lockstep bench</title>');
  });
});
