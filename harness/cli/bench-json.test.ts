import { expect, test } from 'vitest';
import { runBenches } from '../../benches/index.ts';
import { benchJson } from './bench-json.ts';
import { problemsWith } from './schema-problems.ts';

const problemsOf = problemsWith('bench.schema.json');

test('the schema of benches describes what is measured: times, sizes and exponents', { timeout: 120_000 }, async () => {
  const report = await runBenches({ quick: true, filter: 'growth' });
  const written = JSON.parse(JSON.stringify(benchJson(report)));

  expect(problemsOf(written)).toEqual([]);
  const kinds = written.rows.map((row: object) => ['microseconds', 'bytes', 'exponent'].filter((kind) => kind in row));
  expect(new Set(kinds.flat())).toEqual(new Set(['microseconds', 'bytes', 'exponent']));
});

test('takes nothing else for one: what it does not know, what is missing, and a bound that nobody judged', () => {
  const row = { name: 'n', what: 'w', microseconds: 1, ratios: [{ to: 't', ratio: 1, target: { atMost: 1 } }] };
  const good = benchJson({ rows: [], notes: [] });
  const { machine: _, ...without } = good;

  expect(problemsOf(good)).toEqual([]);
  expect(problemsOf({ ...good, more: 1 })).toEqual([expect.stringContaining('additional properties')]);
  expect(problemsOf(without)).toEqual([expect.stringContaining("'machine'")]);
  expect(problemsOf({ ...good, rows: [row] })).toEqual([expect.stringContaining('reached')]);
  expect(problemsOf({ ...good, rows: [{ ...row, bytes: 3, ratios: [] }] })).toEqual([expect.stringContaining('oneOf')]);
});
