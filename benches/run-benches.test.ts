import { expect, test } from 'vitest';
import { type BenchRow, runBenches } from './index.ts';

test('every question is answered, with finite figures, against yardsticks of the same rounds', async () => {
  const heard: string[] = [];

  const { rows, notes } = await runBenches({ quick: true, onRow: (row) => heard.push(row.name) });

  expect(notes).toEqual([]);
  expect(heard).toEqual(rows.map(({ name }) => name));
  expect(new Set(heard).size).toBe(heard.length);
  for (const question of [
    'replay',
    'growth',
    'live',
    'start',
    'instance',
    'snapshot',
    'waiting',
    'equality',
    'fork',
    'thread',
  ]) {
    expect(heard.filter((name) => name.startsWith(question))).not.toEqual([]);
  }
  expect(rows.filter((row) => !isSound(row))).toEqual([]);
}, 300_000);

test('a filter asks only the questions that it names', async () => {
  const { rows } = await runBenches({ quick: true, filter: 'instance' });

  expect(rows.map(({ name }) => name)).toEqual(['instance, reset', 'instance, another one']);
}, 300_000);

/** Differences between two short runs may come out negative where the machine is busy; they are numbers all the same. */
function isSound({ what, microseconds, bytes, exponent, spread, ratios }: BenchRow): boolean {
  const amounts = [
    bytes ?? exponent ?? microseconds,
    ...(microseconds === undefined ? [] : [spread?.low, spread?.high]),
  ];
  const figures = [...amounts, ...ratios.map(({ ratio }) => ratio)];
  const marked = ratios.every((entry) => (entry.target === undefined) === (entry.reached === undefined));
  return what.length > 10 && ratios.length > 0 && marked && figures.every(Number.isFinite);
}
