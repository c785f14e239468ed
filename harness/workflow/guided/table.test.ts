import { expect, test } from 'vitest';
import type { ExaminedWorkflow } from '../examined.ts';
import type { Candidate } from './pool.ts';
import { type NextRound, type RoundReport, RoundTable } from './table.ts';

const nothing: ExaminedWorkflow = {
  ...{ workflow: 'w', file: '/w.fuzz.ts', seed: 0, cases: 0, isComplete: true },
  ...{ ends: { completed: 0, failed: 0, paused: 0, other: 0 }, executions: {}, notes: {}, unfit: [], findings: [] },
};

function report(numbers: readonly number[], more: Partial<RoundReport> = {}): RoundReport {
  return { examined: { ...nothing, cases: numbers.length }, candidates: [], isCut: false, ...more };
}

function candidate(number: number, ...reached: string[]): Candidate {
  const plain = { input: null, onInterrupt: 'stop', behaviours: [], schedule: [], faults: [] } as const;
  return { number, case: { ...plain, behaviours: [], schedule: [], faults: [] }, calls: [], reached };
}

/** Numbers of the cases that a member is to play. */
function numbers(next: NextRound): number[] {
  if (next.type === 'end') return [];
  const own: number[] = [];
  for (let number = next.from + next.index; number < next.to; number += next.count) own.push(number);
  return own;
}

/** Members that play all rounds; which of them hands in first changes. Gives the numbers of each round. */
async function allRounds(table: RoundTable, members: number): Promise<number[][]> {
  const rounds: number[][] = [];
  let own: number[][] = Array.from({ length: members }, () => []);
  for (let isOver = false; !isOver; ) {
    const order = [...own.keys()].sort((a, b) => (rounds.length % 2 === 0 ? a - b : b - a));
    const next: NextRound[] = [];
    await Promise.all(
      order.map(async (member) => {
        next[member] = await table.meet(member, report(own[member] ?? []));
      }),
    );
    own = next.map(numbers);
    isOver = next.every(({ type }) => type === 'end');
    if (!isOver) rounds.push(own.flat().sort((a, b) => a - b));
  }
  return rounds;
}

test('rounds are the same for any number of members, and every case belongs to one of them', async () => {
  const alone = await allRounds(new RoundTable({ members: 1, cases: 200 }), 1);
  const together = await allRounds(new RoundTable({ members: 3, cases: 200 }), 3);

  expect(together).toEqual(alone);
  expect(alone.flat()).toEqual(Array.from({ length: 200 }, (_, number) => number));
  expect(alone.length).toBeGreaterThan(2);
});

test('fewer cases are the beginning of more', async () => {
  const fewer = await allRounds(new RoundTable({ members: 1, cases: 70 }), 1);
  const more = await allRounds(new RoundTable({ members: 1, cases: 700 }), 1);

  expect(more.slice(0, fewer.length - 1)).toEqual(fewer.slice(0, -1));
});

test('news is taken in by the numbers of the cases, whoever comes first, and told to everybody', async () => {
  const table = new RoundTable({ members: 2, cases: 100 });
  await Promise.all([table.meet(1, report([])), table.meet(0, report([]))]);

  const late = table.meet(1, report([1, 3], { candidates: [candidate(3, 'a', 'b'), candidate(1, 'a')] }));
  const [first, second] = await Promise.all([
    table.meet(0, report([0, 2], { candidates: [candidate(2, 'b'), candidate(0, 'a')] })),
    late,
  ]);

  const news = (next: NextRound) => (next.type === 'play' ? next.news.map(({ number }) => number) : []);
  expect(news(first)).toEqual([0, 2]);
  expect(news(second)).toEqual([0, 2]);
});

test('who asked for the end, or cut its round short, ends it for all, and it is not complete', async () => {
  const stop = new AbortController();
  const stopped = new RoundTable({ members: 1, cases: 1_000, signal: stop.signal });
  const cut = new RoundTable({ members: 2, cases: 1_000 });
  await stopped.meet(0, report([]));
  await Promise.all([cut.meet(0, report([])), cut.meet(1, report([]))]);
  stop.abort();

  expect(await stopped.meet(0, report([0]))).toEqual({ type: 'end' });
  const both = [cut.meet(0, report([0])), cut.meet(1, report([1], { isCut: true }))];
  expect(await Promise.all(both)).toEqual([{ type: 'end' }, { type: 'end' }]);
  expect([stopped.examined, cut.examined]).toMatchObject([
    { cases: 1, isComplete: false },
    { cases: 2, isComplete: false },
  ]);
});

test('nobody waits for a member that is lost, and one that comes back is told that it is over', async () => {
  const table = new RoundTable({ members: 2, cases: 1_000 });
  await Promise.all([table.meet(0, report([])), table.meet(1, report([]))]);
  const waiting = table.meet(0, report([0, 2]));
  table.lose(1);

  expect(await waiting).toEqual({ type: 'end' });
  expect(await table.meet(1, report([]))).toEqual({ type: 'end' });
  expect(table.examined).toMatchObject({ cases: 2, isComplete: false });
});

test('a round that would begin after its time does not, and what was done is complete', async () => {
  const table = new RoundTable({ members: 1, budgetMs: 30 });
  const first = await table.meet(0, report([]));
  await new Promise((resolve) => setTimeout(resolve, 40));

  expect(first.type).toBe('play');
  expect(await table.meet(0, report(numbers(first)))).toEqual({ type: 'end' });
  expect(table.examined).toMatchObject({ cases: numbers(first).length, isComplete: true });
});
