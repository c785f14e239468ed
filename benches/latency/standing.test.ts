import { describe, expect, test } from 'vitest';
import { uniform } from '../testing/uniform.ts';
import { confidence, estimate, looks } from './standing.ts';

const eight = [1, 1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.7];

describe('a figure', () => {
  test('is within its budget only when the whole interval is', () => {
    expect(estimate(eight, 1.7)).toEqual({
      standing: 'within',
      value: 1.35,
      interval: { low: 1, high: 1.7 },
      rounds: 8,
    });
    expect(estimate(eight, 1.69).standing).toBe('undecided');
  });

  test('is over its budget only when the whole interval is', () => {
    expect(estimate(eight, 1).standing).toBe('undecided');
    expect(estimate(eight, 0.99).standing).toBe('over');
  });

  test('is undecided by fewer rounds than an interval needs, and where it is no number', () => {
    expect(estimate(eight.slice(0, 7), 9)).toEqual({ standing: 'undecided', value: 1.3, rounds: 7 });
    expect(estimate([...eight.slice(1), Number.NaN], 9).standing).toBe('undecided');
  });
});

test('the first look has rounds enough for an interval', () => {
  expect(estimate(eight.slice(0, looks[0]), 9).standing).toBe('within');
  expect(confidence).toBeCloseTo(0.9875, 10);
});

test('of a figure whose median is its budget, one in forty is judged to be over it at any of the looks', () => {
  const random = uniform(3);
  const wrong = Array.from({ length: 4000 }, () => {
    const rounds = Array.from({ length: Math.max(...looks) }, () => random() ** 2);
    return looks.some((look) => estimate(rounds.slice(0, look), 0.25).standing === 'over');
  }).filter(Boolean).length;

  expect(wrong).toBeGreaterThan(10);
  expect(wrong).toBeLessThan(4000 / 40);
});
