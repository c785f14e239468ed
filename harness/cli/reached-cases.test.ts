import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { lockstep, makeProject } from './spawned.ts';

const files = {
  'lockstep.config.ts':
    "import { defineConfig } from 'lockstep/harness';\nexport default defineConfig({ corpus: 'kept', workflows: ['order.fuzz.ts'] });\n",
  'order.workflow.ts': `
export default async (input) => {
  const order = await actions.read({ id: input.id });
  if (order.total > 500) await actions.ask({ q: 1 });
  for (const line of order.lines) await actions.pack({ line }).catch(() => null);
  return order.lines.length;
};
`,
  'order.fuzz.ts': `
import { defineWorkflow } from 'lockstep/harness';
import { z } from 'zod';
export default defineWorkflow({
  name: 'an order',
  script: './order.workflow.ts',
  input: z.object({ id: z.string().max(3) }),
  actions: {
    read: { output: z.object({ total: z.int().min(0).max(900), lines: z.array(z.string()).max(4) }) },
    ask: { interrupts: { answer: z.boolean() } },
    pack: { fails: ['BROKEN'] },
  },
});
`,
};

const folderIn = (project: string): string => join(project, 'kept/reached/an-order');
const filesIn = (project: string): string[] => readdirSync(folderIn(project)).sort();

/** The report's words on the workflow. */
async function fuzz(project: string, cases: number, seed: number): Promise<{ notes: string[]; about: string }> {
  const file = join(project, 'report.json');
  const options = ['--cases', String(cases), '--seed', String(seed), '--threads', '2', '--json', file];
  const { exit, stderr } = await lockstep(project, ['fuzz', ...options]);
  if (exit !== 0) throw new Error(stderr);
  return JSON.parse(readFileSync(file, 'utf8')).parts[0];
}

test('what reached something is kept and comes first the next time, and what adds nothing is taken away', {
  timeout: 240_000,
}, async () => {
  const project = makeProject(files);
  await fuzz(project, 120, 1);
  const first = filesIn(project);
  const copy = makeProject(files);
  cpSync(folderIn(project), folderIn(copy), { recursive: true });
  writeFileSync(join(folderIn(copy), 'again.json'), readFileSync(join(folderIn(copy), first[0] ?? '')));

  await fuzz(copy, first.length + 1, 2);

  expect(first.length).toBeGreaterThan(3);
  // Fewer may reach the same: which are the fewest depends on where one begins.
  expect(first).toEqual(expect.arrayContaining(filesIn(copy)));
  expect(filesIn(copy).length).toBeGreaterThan(first.length / 2);
});

test('with the same folder the same seed gives the same campaign', { timeout: 240_000 }, async () => {
  const project = makeProject(files);
  await fuzz(project, 60, 1);
  const copy = makeProject(files);
  cpSync(folderIn(project), folderIn(copy), { recursive: true });

  expect(await fuzz(project, 90, 2)).toEqual(await fuzz(copy, 90, 2));
  expect(filesIn(project)).toEqual(filesIn(copy));
});

test('a kept case that is none, and one that does not fit the schemas any more, are named and left', {
  timeout: 240_000,
}, async () => {
  const project = makeProject(files);
  await fuzz(project, 60, 1);
  const before = filesIn(project);
  writeFileSync(join(folderIn(project), 'broken.json'), '{');
  const lines = files['order.fuzz.ts'].replace('z.array(z.string()).max(4)', 'z.array(z.string()).max(0)');
  writeFileSync(join(project, 'order.fuzz.ts'), lines);

  const { notes } = await fuzz(project, 60, 1);

  expect(notes.join('\n')).toMatch(/kept case kept\/reached\/an-order\/broken\.json was left alone: .*not JSON/);
  const unfit = notes.filter((note) => /was left alone: read at position 0: its response does not fit/.test(note));
  expect(unfit.length).toBeGreaterThan(0);
  const named = unfit.map((note) => /an-order\/(\S+\.json)/.exec(note)?.[1] ?? '');
  expect(before).toEqual(expect.arrayContaining(named));
  expect(filesIn(project)).toEqual(expect.arrayContaining([...named, 'broken.json']));
});
