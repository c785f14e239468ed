import { expect, test } from 'vitest';
import { measure, roundsOf } from './rounds.ts';

test('subjects take turns, in alternating directions, and each round of each gives one median', async () => {
  const turns: string[] = [];
  const subject = (name: string) => ({
    name,
    run: () => {
      if (turns.at(-1) !== name) turns.push(name);
      let sum = 0;
      for (let i = 0; i < 100_000; i++) sum += i;
      if (sum < 0) throw new Error('the loop is there to take time');
    },
  });

  const measured = await measure([subject('a'), subject('b'), subject('c')], { rounds: 3, turnMs: 1 });

  // Warm-up, then there, back, and there again; who is next to himself has one long turn.
  expect(turns.join('')).toBe('abcabcbabc');
  for (const name of ['a', 'b', 'c']) {
    expect(roundsOf(measured, name)).toHaveLength(3);
    expect(Math.min(...roundsOf(measured, name))).toBeGreaterThan(0);
  }
});

test('what throws is not measured', async () => {
  const broken = {
    name: 'broken',
    run: () => {
      throw new Error('wrong');
    },
  };

  await expect(measure([broken], { rounds: 1, turnMs: 1 })).rejects.toThrow('wrong');
});
