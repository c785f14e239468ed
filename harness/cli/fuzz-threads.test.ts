import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { fuzzWorkflow, loadWorkflow } from '../workflow/index.ts';
import { lockstep, makeProject } from './spawned.ts';

/** Wrong where a large order of several lines is answered late, and for orders of one kind. */
const files = {
  'order.workflow.ts': `
export default async (input) => {
  const order = await actions.read({ id: input.id });
  if (order.total > 500 && order.lines.length > 2) {
    const [yes, stock] = await Promise.all([actions.ask({ q: 1 }), actions.stock({ n: 2 }).catch(() => null)]);
    if (yes && stock === null) return order.gone.away;
  }
  return order.kind === 'gift' && input.id.length > 3 ? 'wrapped' : 'plain';
};
`,
  'order.fuzz.ts': `
import { defineWorkflow } from 'lockstep/harness';
import { z } from 'zod';
export default defineWorkflow({
  name: 'order',
  script: './order.workflow.ts',
  input: z.object({ id: z.string() }),
  actions: {
    read: {
      output: z.object({ total: z.int().min(0).max(900), kind: z.enum(['gift', 'own']), lines: z.array(z.string()).max(4) }),
    },
    ask: { interrupts: { answer: z.boolean() } },
    stock: { output: z.object({ left: z.int() }), fails: ['DOWN'] },
  },
  invariants: { 'nothing is wrapped': ({ run }) => run.status !== 'completed' || run.value !== 'wrapped' },
});
`,
};

let project = '';
beforeAll(() => {
  project = makeProject(files);
});

/** The report of a campaign, without what it took. */
async function fuzzed(name: string, ...options: string[]): Promise<Record<string, unknown>> {
  const file = join(project, `${name}.json`);
  await lockstep(project, ['fuzz', 'order.fuzz.ts', '--seed', '4', '--cases', '150', '--json', file, ...options]);
  const { timing: _, ...report } = JSON.parse(readFileSync(file, 'utf8'));
  return report;
}

test('a campaign is the same for any number of threads, and without any', { timeout: 240_000 }, async () => {
  const [one, two, four] = [
    await fuzzed('one', '--threads', '1'),
    await fuzzed('two', '--threads', '2'),
    await fuzzed('four', '--threads', '4'),
  ];
  const here = await fuzzWorkflow(await loadWorkflow(join(project, 'order.fuzz.ts')), { seed: 4, cases: 150 });

  expect(two).toEqual(one);
  expect(four).toEqual(one);
  const seen = (failures: readonly { kind: string; occurrences: number }[]) =>
    failures.map(({ kind, occurrences }) => [kind, occurrences]);
  const reported = one.failures as { kind: string; occurrences: number; case: { behaviours: unknown } }[];
  expect(seen(reported)).toEqual(seen(here.failures));
  expect(reported.map((each) => each.case.behaviours)).toEqual(here.failures.map((each) => each.case.behaviours));
});

test('without guidance the cases are others, and --blind says so', { timeout: 240_000 }, async () => {
  const [guided, blind] = [await fuzzed('guided'), await fuzzed('blind', '--blind')];

  expect(blind.parts).not.toEqual(guided.parts);
  expect(blind.reproduce).toMatch(/--blind$/);
});

test('the gate says the same of its workflows for any number of threads', { timeout: 240_000 }, async () => {
  const config =
    "import { defineConfig } from 'lockstep/harness';\nexport default defineConfig({ workflows: ['order.fuzz.ts'] });\n";
  const own = makeProject({ ...files, 'lockstep.config.ts': config });
  const parts = [];
  for (const threads of ['1', '2']) {
    const file = join(own, `${threads}.json`);
    await lockstep(own, ['gate', '--seed', '4', '--cases', '800', '--threads', threads, '--json', file]);
    parts.push(
      JSON.parse(readFileSync(file, 'utf8')).parts.filter(({ kind }: { kind: string }) => kind === 'workflow'),
    );
  }

  expect(parts[0]).toHaveLength(1);
  expect(parts[0][0].cases).toBe(80);
  expect(parts[1]).toEqual(parts[0]);
});
