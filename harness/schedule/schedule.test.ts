import { describe, expect, test } from 'vitest';
import { drawFrom, mixSeeds, random, recorded, recording } from './index.ts';
import { settleAll } from './testing/calls.ts';

describe('a recorded schedule', () => {
  test('counts modulo the possibilities and takes the first past its end', () => {
    const scheduler = recorded([5, 1]);
    expect([scheduler.choose(3), scheduler.choose(2), scheduler.choose(4)]).toEqual([2, 1, 0]);
  });

  test('leads to the run whose decisions it is', () => {
    const first = recording(random(7));
    const order = settleAll((count) => first.choose(count));
    const again = recorded(first.decisions);
    expect(settleAll((count) => again.choose(count))).toBe(order);
  });
});

describe('random', () => {
  test('depends on its seed alone', () => {
    const drawn = (seed: number) => {
      const scheduler = random(seed);
      return Array.from({ length: 20 }, () => scheduler.choose(10));
    };
    expect(drawn(1)).toEqual(drawn(1));
    expect(drawn(1)).not.toEqual(drawn(2));
  });

  test('reaches every possibility', () => {
    const draw = drawFrom(mixSeeds(1, 2));
    expect(new Set(Array.from({ length: 200 }, () => draw(7))).size).toBe(7);
  });
});
