import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { Engine } from '../../../runtime/index.ts';
import { parseCaseText, printCase } from '../../case/index.ts';
import { defineWorkflow } from '../define.ts';
import type { Feature } from '../features.ts';
import { type Bench, openBench, playCase, type Trial, variedOf } from '../trial.ts';
import { guidedTrial } from './mutant.ts';
import { type Candidate, Pool } from './pool.ts';
import { reachedBy } from './reached.ts';

let folder = '';
let engine: Engine;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lockstep-mutant-'));
  writeFileSync(
    join(folder, 'order.ts'),
    `const order = await actions.read({ id: input.id });
    const [stock, yes] = await Promise.all([actions.stock({ n: order.total }), actions.ask({ q: order.total })]);
    if (yes && stock.left > 0) await actions.pay({ amount: order.total });
    return order.lines.length;`,
  );
  engine = await Engine.load();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const order = z.object({
  total: z.int().min(5).max(900),
  lines: z
    .array(z.enum(['a', 'b']))
    .min(1)
    .max(4),
});
const left = z.object({ left: z.int().min(0).max(3) });
const input = z.object({ id: z.string().min(2).max(8) });

function openWith(without: readonly Feature[] = []): Promise<Bench> {
  const workflow = defineWorkflow({
    name: 'order',
    script: join(folder, 'order.ts'),
    input,
    without,
    actions: {
      read: { input: z.object({ id: z.string() }), output: order, fails: ['GONE'] },
      stock: { input: z.object({ n: z.int() }), output: left },
      ask: { input: z.object({ q: z.int() }), interrupts: { answer: z.boolean() } },
      pay: { input: z.object({ amount: z.int() }), output: z.null(), fails: ['DECLINED'] },
    },
  });
  return openBench(engine, workflow);
}

function candidateOf(trial: Trial, number: number): Candidate {
  return { number, case: variedOf(trial.case), calls: [...trial.calls], reached: reachedBy(trial) };
}

/** Trials of a campaign that is one long round after its first ten cases. */
function trialsOf(bench: Bench, count: number): Trial[] {
  const pool = new Pool();
  const first = Array.from({ length: 10 }, (_, number) => guidedTrial(bench, pool, 3, number));
  pool.admit(first.map(candidateOf));
  return [...first, ...Array.from({ length: count - 10 }, (_, i) => guidedTrial(bench, pool, 3, 10 + i))];
}

test('what mutants hold is what the schemas take, and their cases play again from their text', async () => {
  const bench = await openWith(['undeclared-failures']);

  for (const trial of trialsOf(bench, 300)) {
    expect(input.safeParse(trial.case.input).success).toBe(true);
    for (const { name, behaviour } of trial.trace.executions) {
      if (behaviour.type === 'respond' && name === 'read') expect(order.safeParse(behaviour.value).success).toBe(true);
      if (behaviour.type === 'respond' && name === 'stock') expect(left.safeParse(behaviour.value).success).toBe(true);
      if (behaviour.type === 'fail') expect(['GONE', 'DECLINED', 'REJECTED']).toContain(behaviour.failure.code);
    }
    const again = playCase(bench, parseCaseText(printCase(trial.case)));
    expect(again.trace.attempts.at(-1)?.run).toEqual(trial.trace.attempts.at(-1)?.run);
  }
});

test('a mutant depends on its number and the pool alone', async () => {
  const bench = await openWith();
  const [first, again] = [trialsOf(bench, 60), trialsOf(bench, 60).toReversed().toReversed()];

  expect(again.map((trial) => trial.case)).toEqual(first.map((trial) => trial.case));
});

test('what is left out of a workflow is left out of its mutants', async () => {
  const out = ['failures', 'undeclared-failures', 'rejections', 'silence', 'crashes'] as const;
  const bench = await openWith(out);

  const trials = trialsOf(bench, 200);
  const behaviours = trials.flatMap(({ case: played }) => played.behaviours.flat());
  expect(behaviours.filter(({ type }) => type === 'fail')).toEqual([]);
  expect(behaviours.flatMap((one) => (one.type === 'interrupt' && one.then.type !== 'answer' ? [one] : []))).toEqual(
    [],
  );
  expect(
    trials.flatMap(({ case: played }) => played.faults).filter(({ type }) => /crash|tail|abort/.test(type)),
  ).toEqual([]);
});
