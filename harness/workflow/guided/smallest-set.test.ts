import { expect, test } from 'vitest';
import type { Candidate } from './pool.ts';
import { smallestSet } from './smallest-set.ts';

function candidate(number: number, ...reached: string[]): Candidate {
  const plain: Candidate['case'] = { input: null, onInterrupt: 'stop', behaviours: [], schedule: [], faults: [] };
  return { number, case: plain, calls: [], reached };
}

test('what others reach together is left out, and of equals the earlier one is taken', () => {
  const [small, other, both, third, same] = [
    candidate(0, 'a'),
    candidate(1, 'b'),
    candidate(2, 'a', 'b'),
    candidate(3, 'b', 'c'),
    candidate(4, 'b', 'c'),
  ];

  expect(smallestSet([small, other, both, third, same])).toEqual([both, third]);
  expect(smallestSet([])).toEqual([]);
});
