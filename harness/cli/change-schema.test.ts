import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ChangeReport } from '../change/index.ts';
import { problemsWith } from './schema-problems.ts';
import { lockstep, makeProject } from './spawned.ts';

const problemsOf = problemsWith('change.schema.json');

const script = `const { total } = await actions.read({ id: 'o' });
if (await actions.ask({ total })) await sleep(1000);
return await actions.pay({ total });
`;
const declaration = `import { defineWorkflow } from 'lockstep/harness';
import { z } from 'zod';
export default defineWorkflow({
  name: 'pay',
  script: './old.workflow.ts',
  actions: {
    read: { output: z.object({ total: z.number().int().min(0).max(9) }), execute: () => ({ total: 7 }) },
    ask: { interrupts: { answer: z.boolean() }, execute: (_input, { interrupt }) => interrupt('?') },
    pay: { execute: () => null },
  },
});
`;
const project = makeProject({ 'old.workflow.ts': script, 'pay.fuzz.ts': declaration });

async function change(from: string, to: string, ...args: string[]): Promise<ChangeReport> {
  writeFileSync(join(project, 'new.workflow.ts'), script.replace(from, to));
  const command = ['check-change', 'pay.fuzz.ts', 'new.workflow.ts', '--seed', '3', '--cases', '40', '--json', '-'];
  return JSON.parse((await lockstep(project, [...command, ...args])).stdout);
}

describe('the schema of changes', () => {
  test.each([
    ['nothing', 'x', 'x', 'PASS'],
    ['another input', "'o'", "'p'", 'FAIL'],
    ['another call', 'actions.read', 'actions.pay', 'FAIL'],
    ['another kind of call', 'const', 'Date.now(); const', 'FAIL'],
    ['a call that is gone', 'await sleep(1000)', 'data.x = 1', 'FAIL'],
    ['only what comes after every pause', 'pay({ total })', 'pay({ total: 1 })', 'PASS'],
  ])('describes %s', async (_, from, to, verdict) => {
    const report = await change(from, to);

    expect(report.verdict).toBe(verdict);
    expect(problemsOf(report)).toEqual([]);
  });

  test('describes recorded runs', async () => {
    await lockstep(project, ['run', 'pay.fuzz.ts', '--out', 'run.json']);

    const report = await change("'o'", "'p'", '--logs', 'run.json', '--cases', '0');

    expect(report.breaks).toMatchObject([{ smallest: { from: { recorded: 'run.json' } } }]);
    expect(problemsOf(report)).toEqual([]);
  });

  test('takes nothing else for one: what it does not know, what is missing, a verdict that the breaks do not bear out', async () => {
    const report = await change("'o'", "'p'");
    const { breaks: _, ...without } = report;

    expect(problemsOf({ ...report, another: 1 })).toEqual([expect.stringContaining('additional properties')]);
    expect(problemsOf(without)).toContainEqual(expect.stringContaining("'breaks'"));
    expect(problemsOf({ ...report, verdict: 'PASS' }).length).toBeGreaterThan(0);
    expect(problemsOf({ ...report, breaks: [] }).length).toBeGreaterThan(0);
  });
});
