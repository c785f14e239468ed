import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Report } from '../report/report.ts';
import { type Ended, lockstep, makeProject } from './spawned.ts';

/** One case does not come upon it by itself. */
const wrong = `export default async () => {
  const { a, b } = await actions.read();
  if (a === 765_432 && b === 'x') throw new TypeError('both');
};
`;
const right = wrong.replace("throw new TypeError('both')", 'await actions.read()');
const config =
  "import { defineConfig } from 'lockstep/harness';\nexport default defineConfig({ workflows: ['w.fuzz.ts'] });\n";
const declaration = `import { defineWorkflow } from 'lockstep/harness';
import { z } from 'zod';
export default defineWorkflow({
  name: 'w',
  script: './w.workflow.ts',
  actions: { read: { output: z.object({ a: z.int().min(0).max(2_000_000), b: z.string() }) } },
});
`;

const failure = {
  name: 'both at once',
  shows: 'both totals are the rare ones',
  version: 1,
  script: wrong,
  input: null,
  data: {},
  actions: ['read'],
  onInterrupt: 'stop',
  behaviours: [[{ type: 'respond', value: { a: 765_432, b: 'x' } }]],
  schedule: [],
  faults: [],
  workflow: { name: 'w', file: '../../w.fuzz.ts' },
};

const project = makeProject({
  'lockstep.config.ts': config,
  'w.fuzz.ts': declaration,
  'corpora/cases/both.json': JSON.stringify(failure),
});

const run = (script: string, ...args: string[]): Promise<Ended> => {
  writeFileSync(join(project, 'w.workflow.ts'), script);
  return lockstep(project, [...args, '--seed', '3', '--threads', '1', '--json', '-']);
};
const reportOf = ({ stdout }: Ended): Report => JSON.parse(stdout);

describe('a failure of a workflow that is kept by hand', () => {
  test.each([[[]], [['--blind']]])('is played first on the script as it is, by the fuzzer %s', async (options) => {
    const still = await run(wrong, 'fuzz', '--cases', '1', ...options);
    const mended = await run(right, 'fuzz', '--cases', '1', ...options);

    expect([still.exit, mended.exit]).toEqual([1, 0]);
    expect(reportOf(still).failures).toMatchObject([{ kind: 'exception', location: { line: 3 } }]);
    expect(reportOf(mended).parts).toMatchObject([{ cases: 1, failed: 0, notes: [] }]);
  });

  test('and by the gate', { timeout: 240_000 }, async () => {
    const still = await run(wrong, 'gate', '--cases', '2');

    expect(still.exit).toBe(1);
    expect(reportOf(still).failures).toMatchObject([{ part: 'w', kind: 'exception' }]);
  });

  test('is named where it does not fit the schemas, or its workflow is none of the project', {
    timeout: 240_000,
  }, async () => {
    writeFileSync(join(project, 'w.fuzz.ts'), declaration.replace('2_000_000', '10'));
    const unfit = reportOf(await run(wrong, 'fuzz', '--cases', '5'));
    writeFileSync(join(project, 'w.fuzz.ts'), declaration.replace("name: 'w'", "name: 'another'"));
    const foreign = reportOf(await run(right, 'gate', '--cases', '2'));
    writeFileSync(join(project, 'w.fuzz.ts'), declaration);

    expect(unfit.parts[0]?.notes).toEqual([expect.stringContaining('corpora/cases/both.json was left alone: ')]);
    expect(foreign.parts.find(({ kind }) => kind === 'corpus')?.notes).toEqual([
      '“both at once” was left alone: lockstep.config.ts names no workflow w',
    ]);
  });
});
