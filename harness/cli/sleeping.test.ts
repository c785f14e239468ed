import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { lockstep, makeProject } from './spawned.ts';

const declaration = `
import { defineWorkflow } from 'lockstep/harness';
import { z } from 'zod';
export default defineWorkflow({
  name: 'approval',
  script: './approval.workflow.ts',
  actions: { ask: { input: z.object({ q: z.string() }), interrupts: { answer: z.boolean() } } },
});
`;

const script = `
export default async () =>
  await Promise.race([actions.ask({ q: 'Pay?' }), sleep(3 * 86_400_000).then(() => 'nobody answered')]);
`;

const project = () =>
  makeProject({
    'nap.js': 'const at = Date.now(); await sleep(2 * 86_400_000); return "rested";',
    'short.js': 'setTimeout(() => console.log("tick"), 1); await sleep(5); return "rested";',
    'approval.fuzz.ts': declaration,
    'approval.workflow.ts': script,
  });

interface Times {
  callLog: ({ type: string; response: number } | null)[];
  pending: { until?: number; input: { until?: number } }[];
}

/** Makes a saved run look as if all of it had happened some days earlier. */
function daysAgo(path: string, days: number): void {
  const ms = days * 86_400_000;
  const run = JSON.parse(readFileSync(path, 'utf8')) as Times;
  for (const entry of run.callLog) if (entry?.type === 'now') entry.response -= ms;
  for (const call of run.pending) {
    if (call.until === undefined || call.input.until === undefined) continue;
    call.until -= ms;
    call.input.until -= ms;
  }
  writeFileSync(path, JSON.stringify(run));
}

describe('a run that sleeps', () => {
  test('for a moment is waited for', async () => {
    expect(await lockstep(project(), ['run', 'short.js'])).toMatchObject({
      exit: 0,
      stdout: '"rested"\n',
      stderr: expect.stringContaining('tick'),
    });
  });

  test('for days says until when, and goes on then', async () => {
    const folder = project();
    const run = await lockstep(folder, ['run', 'nap.js', '--out', 'run.json']);
    const early = await lockstep(folder, ['resume', 'run.json']);
    daysAgo(join(folder, 'run.json'), 2);
    const due = await lockstep(folder, ['resume', 'run.json']);

    expect(run.exit).toBe(10);
    expect(run.stderr).toMatch(/Sleeping until \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC, in 2 days/);
    expect(run.stderr).toContain('Continue it then: lockstep resume run.json');
    expect(early).toMatchObject({ exit: 10, stderr: expect.stringMatching(/in 2 days/) });
    expect(due).toMatchObject({ exit: 0, stdout: '"rested"\n' });
  });

  test('beside a question shows both, and goes on without an answer when it is due', async () => {
    const folder = project();
    const run = await lockstep(folder, ['run', 'approval.fuzz.ts', '--out', 'run.json']);
    const early = await lockstep(folder, ['resume', 'run.json']);
    const answered = await lockstep(folder, ['resume', 'run.json', '--answer', 'true']);
    daysAgo(join(folder, 'run.json'), 3);
    const due = await lockstep(folder, ['resume', 'run.json']);

    expect(run).toMatchObject({ exit: 10, stderr: expect.stringMatching(/waits for an answer[\s\S]*sleep {2}until/) });
    expect(early).toMatchObject({
      exit: 2,
      stderr: expect.stringMatching(/--answer JSON[\s\S]*Or wait for:[\s\S]*3 days/),
    });
    expect(answered).toMatchObject({ exit: 0, stdout: 'true\n' });
    expect(due).toMatchObject({ exit: 0, stdout: '"nobody answered"\n' });
  });
});
