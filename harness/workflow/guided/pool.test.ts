import { expect, test } from 'vitest';
import { Dice } from '../random.ts';
import { type Candidate, Pool } from './pool.ts';

/** A case with so many executions. */
function candidate(number: number, length: number, ...reached: (number | string)[]): Candidate {
  const behaviours = Array.from({ length }, () => [{ type: 'respond', value: null } as const]);
  const plain: Candidate['case'] = { input: null, onInterrupt: 'stop', behaviours, schedule: [], faults: [] };
  return { number, case: plain, calls: [], reached };
}

test('what reaches nothing new is not taken in, unless it is much shorter', () => {
  const pool = new Pool();

  expect(pool.admit([candidate(0, 9, 'a', 'b')])).toHaveLength(1);
  expect(pool.isNews(candidate(1, 9, 'a'))).toBe(false);
  expect(pool.isNews(candidate(1, 8, 'a'))).toBe(false);
  expect(pool.isNews(candidate(1, 4, 'a'))).toBe(true);
  expect(pool.isNews(candidate(1, 9, 'a', 'c'))).toBe(true);
});

test('cases that reached something rare are started from more often, and the shortest of them', () => {
  const pool = new Pool();
  // One place, reached in ever other numbers; and another one.
  const common = Array.from({ length: 14 }, (_, number) => candidate(number, 9, 17 + number));
  const [long, short] = [candidate(20, 9, 17, 5_000 * 16 + 1), candidate(21, 2, 17, 5_000 * 16 + 1)];
  pool.admit([...common, long, short]);

  const picked = Array.from({ length: 300 }, (_, i) => pool.pick(new Dice(1, i)));
  expect(picked.filter((one) => one === short).length).toBeGreaterThan(100);
  expect(picked.filter((one) => one === long).length).toBeLessThan(30);
});

test('the same candidates in another order make the same pool', () => {
  const all = [candidate(2, 3, 'b'), candidate(0, 3, 'a'), candidate(1, 3, 'a', 'b')];
  const [one, other] = [new Pool(), new Pool()];

  expect(one.admit(all)).toEqual(other.admit(all.toReversed()));
  expect(one.pick(new Dice(3, 3))).toEqual(other.pick(new Dice(3, 3)));
});
