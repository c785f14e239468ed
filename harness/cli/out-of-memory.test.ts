import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { lockstep, makeProject, root } from './spawned.ts';

/** Its host keeps all that a script prints: half a gigabyte, where the run's limits let it. */
const script = "for (let i = 0; i < 500; i++) console.log('x'.repeat(2 ** 20) + i);";
const limits = { consoleBytes: 2 ** 30 };

/** A heap in which the harness has enough room, and that much more has not. */
const smallHeap = { NODE_OPTIONS: '--max-old-space-size=128' };
const quick = ['--threads', '1', '--seed', '5'];

describe('a thread that is ended for want of memory makes the verdict INCONCLUSIVE, and what it was about is named', {
  timeout: 240_000,
}, () => {
  test('a kept case', async () => {
    const kept = {
      ...{ version: 1, name: 'prints without end', shows: 'what it takes', script, limits },
      ...{ input: null, data: {}, actions: [], onInterrupt: 'stop', behaviours: [], schedule: [], faults: [] },
    };
    const project = makeProject({ 'corpora/cases/prints.json': JSON.stringify(kept) });

    const { exit, stdout } = await lockstep(project, ['gate', '--cases', '24', ...quick], smallHeap);

    expect(stdout).toMatch(/^INCONCLUSIVE/m);
    expect(stdout).toContain('The thread was ended by want of memory in “prints without end” in the corpus');
    expect(exit).toBe(4);
  });

  test('a recorded run', async () => {
    const golden = join(root, 'corpora/logs/0.1.0-alpha.1/calls-in-sequence.json');
    const run = JSON.parse(readFileSync(golden, 'utf8'));
    const header = { ...run.header, limits: { ...run.header.limits, ...limits } };
    const project = makeProject({
      'corpora/logs/spring/prints.json': JSON.stringify({ ...run, header, source: script }),
    });

    const { exit, stdout } = await lockstep(project, ['gate', '--cases', '24', ...quick], smallHeap);

    expect(stdout).toMatch(/^INCONCLUSIVE/m);
    expect(stdout).toContain('want of memory in the replay of corpora/logs/spring/prints.json');
    expect(exit).toBe(4);
  });

  test("a workflow's case, whose model keeps too much", async () => {
    const project = makeProject({
      'greedy.fuzz.ts': `
import { defineWorkflow } from 'lockstep/harness';
import { z } from 'zod';
const kept: number[][] = [];
export default defineWorkflow({
  name: 'greedy', script: './greedy.workflow.js', input: z.literal(1), model: () => ({}),
  actions: { eat: { output: z.null(), simulate() { for (;;) kept.push(new Array(1e5).fill(0.5)); } } },
  invariants: { 'there is an end': () => true },
});`,
      'greedy.workflow.js': 'await actions.eat();',
    });

    const { exit, stdout } = await lockstep(project, ['fuzz', 'greedy.fuzz.ts', '--cases', '9', ...quick], smallHeap);

    expect(stdout).toMatch(/^INCONCLUSIVE/m);
    expect(stdout).toMatch(/want of memory while it was .*probably in case 0 of seed 5/);
    expect(exit).toBe(4);
  });

  test('a failure that was being made small is shown as it was found', async () => {
    const project = makeProject({
      'leaky.fuzz.ts': `
import { defineWorkflow } from 'lockstep/harness';
import { z } from 'zod';
const kept: string[][] = [];
const name = z.string().min(3).max(60);
export default defineWorkflow({
  name: 'leaky',
  script: './leaky.workflow.ts',
  input: z.object({ a: name, b: name, c: name, d: name, e: name, f: name, g: name, h: name }),
  model: () => void kept.push(Array.from({ length: 60_000 }, (_, i) => 'line ' + kept.length + '/' + i)),
  actions: { note: {} },
  invariants: { never: ({ input }) => input.a.length + input.b.length + input.c.length + input.d.length < 2 },
});
`,
      'leaky.workflow.ts': 'export default async (input) => { await actions.note(input); return 1; };\n',
    });

    const { exit, stdout } = await lockstep(project, ['fuzz', 'leaky.fuzz.ts', '--cases', '4', ...quick], smallHeap);

    expect(stdout).toMatch(/^FAIL/m);
    expect(stdout).toContain(
      'The memory of a thread ran out while “never” was made small: it is shown as it was found.',
    );
    expect(exit).toBe(1);
  });
});
