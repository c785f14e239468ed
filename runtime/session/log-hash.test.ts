import { createXXHash128 } from 'hash-wasm';
import { describe, expect, test } from 'vitest';
import { LogHash, type LogTexts } from './log-hash.ts';

const hasher = await createXXHash128();
const texts: LogTexts = { call: (position) => `call ${position}`, delivery: (order) => `delivery ${order}` };

function hashOf(...steps: [positions: number, delivered: number][]): LogHash {
  const hash = new LogHash(hasher);
  for (const [positions, delivered] of steps) hash.advance(positions, delivered, texts);
  return hash;
}

describe('a rolling hash', () => {
  test('depends on what there is, not on when it was brought up to date', () => {
    const atOnce = hashOf([5, 3]).digest;

    expect(atOnce).toMatch(/^[0-9a-f]{32}$/);
    expect(hashOf([1, 0], [1, 0], [4, 1], [5, 1], [5, 3]).digest).toBe(atOnce);
    expect(hashOf([5, 3], [5, 3]).digest).toBe(atOnce);
  });

  test('tells apart how many calls and deliveries there were, and what they were', () => {
    const counts: [number, number][] = [
      [0, 0],
      [1, 0],
      [0, 1],
      [1, 1],
      [2, 1],
      [1, 2],
    ];
    const others = new LogHash(hasher);
    others.advance(1, 1, { ...texts, call: () => 'another' });

    expect(new Set([...counts.map((each) => hashOf(each).digest), others.digest]).size).toBe(counts.length + 1);
  });

  test('tells apart where one text ends and the next begins', () => {
    const split = (...parts: string[]) => {
      const hash = new LogHash(hasher);
      hash.advance(2, 0, { ...texts, call: (position) => parts[position] as string });
      return hash.digest;
    };

    expect(split('ab', 'c')).not.toBe(split('a', 'bc'));
  });

  test('is what it always was: snapshots that somebody has kept are compared with it', () => {
    expect(hashOf([5, 3]).digest).toBe('47c9c13686fd490c10f1273961f725e3');
  });

  test('goes on from a state, which says how far it came', () => {
    const state = hashOf([3, 2]).state;
    const goesOn = new LogHash(hasher, state);

    goesOn.advance(5, 3, texts);

    expect(state).toMatchObject({ positions: 3, delivered: 2 });
    expect(goesOn.state).toMatchObject({ positions: 5, delivered: 3 });
    expect(goesOn.digest).toBe(hashOf([5, 3]).digest);
  });

  test('asks for each text once', () => {
    const asked: string[] = [];
    const noting: LogTexts = {
      call: (position) => `${asked.push(`call ${position}`)}`,
      delivery: (order) => `${asked.push(`delivery ${order}`)}`,
    };
    const hash = new LogHash(hasher);

    hash.advance(2, 1, noting);
    hash.advance(3, 1, noting);

    expect(asked).toEqual(['call 0', 'call 1', 'delivery 0', 'call 2']);
  });
});
