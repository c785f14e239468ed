import { describe, expect, test } from 'vitest';
import type { Measured } from '../rounds.ts';
import { uniform } from '../testing/uniform.ts';
import { attempt, type Held } from './attempt.ts';

/** A figure whose values are given, round by round, and that counts its turns. */
function held(name: string, valueIn: (round: number) => number, atMost: number): Held & { turns: number } {
  const one = {
    name,
    atMost,
    turns: 0,
    figure: {
      subjects: [{ name, read: () => valueIn(one.turns++) }],
      values: (measured: Measured) => [...(measured.get(name) ?? [])],
    },
  };
  return one;
}

const effort = { turnMs: 1, warmUpMs: 0, isOver: () => false };

describe('an attempt', () => {
  test('ends with the first look that decides, for each figure by itself', async () => {
    const [near, far] = [held('near', (round) => (round % 2 === 0 ? 0.9 : 1.3), 1), held('far', () => 1, 2)];

    const found = await attempt([near, far], effort);

    expect(found.get('far')).toMatchObject({ standing: 'within', rounds: 8 });
    expect(found.get('near')).toMatchObject({ standing: 'undecided', rounds: 64 });
    expect([near.turns, far.turns]).toEqual([64, 8]);
  });

  test('leaves a figure as it stands when its time is over, after one round at least', async () => {
    const found = await attempt([held('a', () => 3, 1)], { ...effort, isOver: () => true });

    expect(found.get('a')).toEqual({ standing: 'undecided', value: 3, rounds: 1 });
  });

  test('measures a subject once a round that several figures name', async () => {
    const one = held('shared', () => 1, 2);
    const other = { ...one, name: 'other' };

    const found = await attempt([one, other], effort);

    expect([...found.keys()].sort()).toEqual(['other', 'shared']);
    expect(one.turns).toBe(8);
  });
});

test('with noise of a tenth, what stands a tenth below its budget is never over it, and a fifth more always is or is undecided', async () => {
  const random = uniform(11);
  const noisy = (median: number) => () => median * (1 + 0.2 * (random() - 0.5));
  const standings = async (median: number): Promise<string[]> =>
    Promise.all(
      Array.from({ length: 200 }, async () => {
        const found = await attempt([held('a', noisy(median), 1.1)], effort);
        return found.get('a')?.standing ?? '';
      }),
    );

  expect(await standings(1)).not.toContain('over');
  const slower = await standings(1.2);
  expect(slower).not.toContain('within');
  expect(slower.filter((standing) => standing === 'over').length).toBeGreaterThan(190);
});
