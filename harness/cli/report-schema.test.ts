import { describe, expect, test } from 'vitest';
import type { Report } from '../report/report.ts';
import { problemsWith } from './schema-problems.ts';
import { lockstep, makeProject } from './spawned.ts';

const problemsOf = problemsWith('report.schema.json');

async function reportOf(files: Record<string, string>, args: readonly string[]): Promise<Report> {
  const { stdout } = await lockstep(makeProject(files), [...args, '--threads', '1', '--seed', '5', '--json', '-']);
  return JSON.parse(stdout);
}

const declaration = `
import { defineWorkflow } from 'lockstep/harness';
import { z } from 'zod';
export default defineWorkflow({ name: 'odd', script: './odd.workflow.js', input: z.number().int(), actions: {},
  invariants: { 'what comes out is even': ({ run }) => run.status !== 'completed' || run.value % 2 === 0 } });`;
const script = 'if (input === 0.5) return 0;\nreturn input;';
const workflow = { 'odd.fuzz.ts': declaration, 'odd.workflow.js': script };

describe('the schema of reports', () => {
  test('describes a workflow that fails, with its case', async () => {
    const report = await reportOf(workflow, ['fuzz', 'odd.fuzz.ts', '--cases', '20']);

    expect(report).toMatchObject({ verdict: 'FAIL', failures: [{ kind: 'invariant', case: { version: 1 } }] });
    expect(report.parts[0]?.coverage).toEqual({
      branches: { reached: 1, total: 2 },
      functions: { reached: 0, total: 0 },
      unreached: [
        {
          kind: 'then',
          what: 'this branch of its if',
          location: { file: 'odd.workflow.js', line: 1, column: 20 },
          end: { line: 1, column: 29 },
          text: 'if (input === 0.5) return 0;',
        },
      ],
    });
    expect(problemsOf(report)).toEqual([]);
  });

  test('takes nothing else for a report: what it does not know, what is missing, and a pass with a failure', async () => {
    const report = await reportOf(workflow, ['fuzz', 'odd.fuzz.ts', '--cases', '20']);
    const { seed: _, ...without } = report;

    expect(problemsOf({ ...report, another: 1 })).toEqual([expect.stringContaining('additional properties')]);
    expect(problemsOf(without)).toEqual([expect.stringContaining("'seed'")]);
    expect(problemsOf({ ...report, verdict: 'PASS' }).length).toBeGreaterThan(0);
  });
});
