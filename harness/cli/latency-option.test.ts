import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Report } from '../report/report.ts';
import { problemsWith } from './schema-problems.ts';
import { lockstep, makeProject } from './spawned.ts';

const problemsOf = problemsWith('report.schema.json');
const few = ['gate', '--cases', '2', '--threads', '1', '--seed', '5', '--json', '-'];

function projectWith(latency: string, files: Record<string, string> = {}): string {
  return makeProject({ 'lockstep.config.js': `export default { latency: ${latency} };`, ...files });
}

async function gate(project: string, ...more: string[]): Promise<{ exit: number; report: Report; stderr: string }> {
  const { exit, stdout, stderr } = await lockstep(project, [...few, ...more]);
  return { exit, report: stdout === '' ? ({} as Report) : JSON.parse(stdout), stderr };
}

describe('lockstep gate --latency', { timeout: 240_000 }, () => {
  test('holds what is measured against generous budgets, and passes', async () => {
    const project = projectWith(`'budgets.json'`, { 'budgets.json': '{ "replay, sequential / floor": 1000 }' });

    const { exit, report } = await gate(project, '--latency');

    expect(report.reasons).toEqual([]);
    expect(exit).toBe(0);
    expect(report.timing.latency?.figures).toMatchObject([
      { name: 'replay, sequential / floor', atMost: 1000, verdict: 'PASS', attempts: [{ rounds: 8 }] },
    ]);
    expect(report.promises).toContainEqual(expect.objectContaining({ oracle: 'latency', judged: 1, failed: 0 }));
    expect(problemsOf(report)).toEqual([]);
  });

  test('fails where nothing could ever be quick enough, and saves nothing to replay', async () => {
    const { exit, report, stderr } = await gate(projectWith(`{ 'replay, sequential / floor': 0.01 }`), '--latency');

    expect(exit).toBe(1);
    expect(report).toMatchObject({
      verdict: 'FAIL',
      failures: [
        { oracle: 'latency', kind: 'replay, sequential / floor', reproduce: 'lockstep gate --cases 1 --latency' },
      ],
      timing: { latency: { figures: [{ verdict: 'FAIL', attempts: { length: 2 } }] } },
    });
    expect(stderr).toContain('its budget is 0.01');
    expect(problemsOf(report)).toEqual([]);
  });

  test("holds the replay of a run of the user's against its budget", async () => {
    const project = projectWith(`{ 'replay of kept.json / floor': 1000 }`, { 'script.js': 'return Math.random();' });
    await lockstep(project, ['run', 'script.js', '--out', 'kept.json']);

    const { exit, report } = await gate(project, '--latency');

    expect(exit).toBe(0);
    expect(report.timing.latency?.figures).toMatchObject([{ name: 'replay of kept.json / floor', verdict: 'PASS' }]);
  });

  test('keeps what the campaign found where a run cannot be measured, and does not call it a pass', async () => {
    const project = projectWith(`{ 'replay of kept.json / floor': 1000 }`, { 'script.js': 'return Math.random();' });
    await lockstep(project, ['run', 'script.js', '--out', 'kept.json']);
    const kept = JSON.parse(readFileSync(join(project, 'kept.json'), 'utf8'));
    writeFileSync(join(project, 'kept.json'), JSON.stringify({ ...kept, source: 'return Date.now();' }));

    const { exit, report } = await gate(project, '--latency');

    expect(exit).toBe(3);
    expect(report).toMatchObject({ verdict: 'BROKEN', timing: { latency: { figures: [] } } });
    expect(report.reasons.join()).toContain('Replay latency could not be measured: ');
    expect(report.parts.find(({ kind }) => kind === 'generated')?.cases).toBe(2);
    expect(problemsOf(report)).toEqual([]);
  });

  test('measures nothing with a number of cases unless it is asked to', async () => {
    const { exit, report } = await gate(projectWith(`{ 'replay, sequential / floor': 0.01 }`));

    expect(exit).toBe(0);
    expect(report.timing.latency).toBeUndefined();
  });

  test('says what is wrong with budgets', async () => {
    const none = await gate(makeProject({}), '--latency');
    const unknown = await gate(projectWith(`{ 'replay': 2 }`));
    const negative = await gate(projectWith(`{ 'replay, sequential / floor': -1 }`));
    const missing = await gate(projectWith(`'none.json'`));
    const noRun = await gate(projectWith(`{ 'replay of none.json / floor': 2 }`));

    expect([none, unknown, negative, missing, noRun].map(({ exit }) => exit)).toEqual([2, 2, 2, 2, 2]);
    expect(noRun.stderr).toContain('Cannot read none.json');
    expect(none.stderr).toContain('--latency was given, and no budgets are');
    expect(unknown.stderr).toContain('"replay", and there is no such figure');
    expect(negative.stderr).toContain('latency is {"replay, sequential / floor":-1}; it is an object');
    expect(missing.stderr).toMatch(/latency names .*none\.json, which cannot be read/);
  });
});
