import { expect, test } from 'vitest';
import { growthExponent, medianInterval, quartiles } from './statistics.ts';
import { uniform } from './testing/uniform.ts';

test('quartiles lie between the values', () => {
  expect(quartiles([4, 1, 3, 2, 5])).toEqual({ low: 2, median: 3, high: 4 });
  expect(quartiles([7])).toEqual({ low: 7, median: 7, high: 7 });
});

test('the interval of a median has the ranks of the published tables', () => {
  const values = Array.from({ length: 100 }, (_, i) => i + 1);
  expect(medianInterval(values)).toEqual({ low: 40, high: 61 });
  expect(medianInterval(values.slice(0, 15))).toEqual({ low: 4, high: 12 });
  expect(medianInterval(values.slice(0, 6))).toEqual({ low: 1, high: 6 });
});

test('too few values say nothing', () => {
  const nothing = { low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY };
  expect(medianInterval([1, 2, 3, 4, 5])).toEqual(nothing);
  expect(medianInterval([])).toEqual(nothing);
});

test('of a thousand samples at most one in twenty lies wholly beside the median', () => {
  const random = uniform(7);
  const missed = Array.from({ length: 1000 }, () => {
    const { low, high } = medianInterval(Array.from({ length: 25 }, () => random() ** 3));
    return low > 0.125 || high < 0.125;
  }).filter(Boolean);
  expect(missed.length).toBeGreaterThan(10);
  expect(missed.length).toBeLessThan(70);
});

test('the exponent of a power law is its power', () => {
  const points = (power: number) => [10, 100, 1000].map((size) => ({ size, cost: 3 * size ** power }));
  expect(growthExponent(points(1))).toBeCloseTo(1, 10);
  expect(growthExponent(points(1.5))).toBeCloseTo(1.5, 10);
});
