import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { problemsWith } from './schema-problems.ts';
import { lockstep, makeProject } from './spawned.ts';

test('replays runs of the user’s beside as many answers in a guest, as a table, as JSON and as a page', {
  timeout: 120_000,
}, async () => {
  const project = makeProject({ 'dice.js': 'return [Math.random(), Math.random()];', 'one.js': 'return Date.now();' });
  await lockstep(project, ['run', 'dice.js', '--out', 'dice.json']);
  await lockstep(project, ['run', 'one.js', '--out', 'one.json']);

  const { exit, stdout, stderr } = await lockstep(project, [
    'bench',
    'dice.json',
    'one.json',
    '--json',
    '-',
    '--html',
    'b.html',
  ]);
  const report = JSON.parse(stdout);

  expect(exit).toBe(0);
  expect(problemsWith('bench.schema.json')(report)).toEqual([]);
  expect(report.rows.map(({ name }: { name: string }) => name)).toContain('dice.json, replay of 2 entries');
  expect(stderr).toMatch(
    /dice\.json\n {2}replay of 2 entries +[\d,.]+ µs +[\d.]+ × \(.+\) +as many answers in a guest/,
  );
  expect(readFileSync(join(project, 'b.html'), 'utf8')).toContain('<title>REACHED: lockstep bench</title>');
});

test('says of a file that is no run what it is', async () => {
  const project = makeProject({ 'no.json': '{}' });

  const { exit, stderr } = await lockstep(project, ['bench', 'no.json']);

  expect(exit).toBe(2);
  expect(stderr).toContain('no.json is not a saved run');
});
