import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { Engine } from '../../runtime/index.ts';
import { parseCaseText, printCase } from '../case/index.ts';
import type { Workflow } from './declaration.ts';
import { defineWorkflow } from './define.ts';
import { fuzzWorkflow } from './fuzz.ts';
import { replayWorkflowCase } from './replay.ts';

let folder = '';
let engine: Engine;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lockstep-lies-'));
  writeFileSync(
    join(folder, 'total.ts'),
    `const { prices } = await actions.prices();
     let total = 0;
     for (const price of prices) total += price.cents;
     await actions.charge(total);
     return total;`,
  );
  engine = await Engine.load();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Adds up prices. `lies`: of the workflow, and of the action that tells prices. */
function totals(lies: { workflow?: boolean; prices?: boolean }): Workflow {
  const charged = { cents: 0 };
  return defineWorkflow({
    name: 'totals',
    script: join(folder, 'total.ts'),
    without: ['failures', 'undeclared-failures', 'crashes'],
    ...(lies.workflow !== undefined && { lies: lies.workflow }),
    actions: {
      prices: {
        output: z.object({ prices: z.array(z.object({ cents: z.int().min(0).max(1_000) })).max(3) }),
        ...(lies.prices !== undefined && { lies: lies.prices }),
      },
      charge: {
        input: z.unknown(),
        output: z.object({ ok: z.literal(true) }),
        simulate(input) {
          charged.cents = Number(input);
          return { ok: true };
        },
      },
    },
    invariants: {
      'what is charged is a sum of cents': ({ executions }) =>
        executions.every(({ name, input }) => name !== 'charge' || (Number.isInteger(input) && Number(input) >= 0)),
    },
  });
}

test('a workflow whose actions are honest is fine', async () => {
  const result = await fuzzWorkflow(totals({}), { engine, cases: 150 });

  expect(result.verdict).toBe('PASS');
});

test('a lie is found, marked in the case, told in the report, and plays again from the kept case', async () => {
  const workflow = totals({ prices: true });
  const { failures } = await fuzzWorkflow(workflow, { engine, cases: 150 });

  const wrong = failures.find(({ kind }) => kind === 'invariant');
  expect(wrong?.message).toMatch(/\nprices lied at position 0: \$\.prices\[0\]/);
  expect(wrong?.case.behaviours[0]).toEqual([{ type: 'respond', value: expect.anything(), lie: expect.any(String) }]);
  expect(wrong?.timeline).toMatch(/0 prices answers .* {3}\(a lie: \$\.prices\[0\]/);
  const kept = parseCaseText(printCase(wrong?.case as never));
  const replayed = await replayWorkflowCase(workflow, kept, engine);
  expect(JSON.stringify(replayed)).toContain('prices lied at position 0');
});

test('a workflow that lies lies everywhere but where an action is declared honest', async () => {
  const honest = await fuzzWorkflow(totals({ workflow: true, prices: false }), { engine, cases: 100 });
  const lying = await fuzzWorkflow(totals({ workflow: true }), { engine, cases: 100 });

  expect(honest.verdict).toBe('PASS');
  expect(lying.verdict).toBe('FAIL');
});

test('the model of an action that lies still does what the action does', async () => {
  const effects: number[] = [];
  let lies = 0;
  const workflow = defineWorkflow({
    name: 'effects',
    script: join(folder, 'total.ts'),
    lies: true,
    without: ['failures', 'undeclared-failures', 'crashes'],
    actions: {
      prices: { lies: false, output: z.object({ prices: z.array(z.object({ cents: z.int() })).length(1) }) },
      charge: {
        input: z.int(),
        output: z.object({ ok: z.literal(true) }),
        simulate(input) {
          effects.push(input);
          return { ok: true };
        },
      },
    },
    invariants: {
      'no lie is without an effect': ({ executions }) =>
        executions.every(({ name, input, outcome }) => {
          if (name !== 'charge') return true;
          lies += JSON.stringify(outcome) === '{"response":{"ok":true}}' ? 0 : 1;
          return effects.includes(Number(input));
        }),
    },
  });
  const { failures } = await fuzzWorkflow(workflow, { engine, cases: 60 });

  expect(failures).toEqual([]);
  expect(lies).toBeGreaterThan(0);
});

test('what is no flag is refused', () => {
  expect(() => totals({ workflow: 'yes' as never })).toThrow('Workflow totals: lies is "yes"; it is true or false');
});
