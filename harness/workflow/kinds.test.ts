import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { Engine, type EngineLike } from '../../runtime/index.ts';
import { parseCaseText, printCase } from '../case/index.ts';
import type { InvariantResult, Workflow } from './declaration.ts';
import { defineWorkflow } from './define.ts';
import type { WorkflowFailure } from './failure.ts';
import { fuzzWorkflow } from './fuzz.ts';
import { replayWorkflowCase } from './replay.ts';

let folder = '';
let engine: Engine;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lockstep-kinds-'));
  engine = await Engine.load();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let scripts = 0;
function script(...lines: string[]): string {
  const path = join(folder, `kind-${++scripts}.ts`);
  writeFileSync(path, lines.join('\n'));
  return path;
}

/** The one thing that is wrong; and its kept case shows it again, at the same place and in the same words. */
async function onlyFailure(workflow: Workflow, cases = 80): Promise<WorkflowFailure> {
  const { failures } = await fuzzWorkflow(workflow, { engine, cases });
  expect(failures.map(({ kind, name }) => [kind, name])).toHaveLength(1);
  const [found] = failures as [WorkflowFailure];
  const again = await replayWorkflowCase(workflow, parseCaseText(printCase(found.case)), engine);
  expect(again.map(({ kind, name }) => [kind, name])).toEqual([[found.kind, found.name]]);
  if (found.kind !== 'unrepeatable') expect(again).toEqual([{ ...found, occurrences: 1 }]);
  return found;
}

const amount = z.object({ amount: z.int().min(1).max(9) });

/** Pays by number of payments or, `byKey`, once for each key. */
function payments(
  lines: readonly string[],
  { byKey = false, ...said }: { byKey?: boolean; effect?: 'once' | 'any' } = { effect: 'once' },
) {
  return defineWorkflow({
    name: 'payments',
    script: script(...lines),
    without: ['undeclared-failures'],
    model: () => ({ paid: [] as string[] }),
    actions: {
      pay: {
        input: amount,
        output: z.null(),
        fails: [{ code: 'TIMEOUT', afterEffect: true }],
        ...said,
        simulate(_input, { model, idempotencyKey }) {
          if (!byKey || !model.paid.includes(idempotencyKey)) model.paid.push(idempotencyKey);
          return null;
        },
      },
      tell: {},
    },
  });
}

describe('effects that come twice', () => {
  const once = ['await actions.pay({ amount: 1 });', 'await actions.tell();'];
  const retried = [
    'try {',
    '  await actions.pay({ amount: 1 });',
    '} catch {',
    '  await actions.pay({ amount: 1 });',
    '}',
  ];

  test('under one key, where the action does not know it any more', async () => {
    const found = await onlyFailure(payments(once));

    expect(found).toMatchObject({ kind: 'double-effect', name: 'pay under the same key', location: { line: 1 } });
    expect(found.message).toContain('pay took effect twice for {"amount":1}, both times under the same key, run:0');
    expect(found.case.faults).toEqual([{ type: 'crash', turn: 0 }]);
  });

  test('not under one key, where the action remembers it', async () => {
    const { failures } = await fuzzWorkflow(payments(once, { byKey: true, effect: 'once' }), { engine, cases: 80 });

    expect(failures).toEqual([]);
  });

  test('under two keys, where the script asks twice', async () => {
    const found = await onlyFailure(payments(retried, { byKey: true, effect: 'once' }));

    expect(found).toMatchObject({ kind: 'double-effect', name: 'pay under two keys', location: { line: 4 } });
    expect(found.message).toContain('under two keys, run:0 and run:1: the script asked twice');
    expect(found.case).toMatchObject({ faults: [], schedule: [] });
  });

  test('are no fault of actions that say nothing, or that they may', async () => {
    for (const said of [{}, { effect: 'any' }] as const) {
      const { failures } = await fuzzWorkflow(payments(retried, said), { engine, cases: 40 });

      expect(failures).toEqual([]);
    }
  });
});

describe('what is worth a note', () => {
  test('an action that took effect twice and says nothing of that', async () => {
    const lines = ['await actions.pay({ amount: 1 });', 'await actions.pay({ amount: 1 });'];
    const [silent, allowed] = [payments(lines, {}), payments(lines, { effect: 'any' })];
    const { notes } = await fuzzWorkflow(silent, { engine, cases: 20 });

    expect(Object.keys(notes)).toEqual([expect.stringMatching(/^took effect twice .*: pay; `effect: 'once'`/)]);
    expect((await fuzzWorkflow(allowed, { engine, cases: 20 })).notes).toEqual({});
  });

  test('a call that lost its race, which is no fault', async () => {
    const workflow = defineWorkflow({
      name: 'race',
      script: script('return await Promise.race([actions.a(), actions.b()]);'),
      actions: { a: {}, b: {} },
    });
    const { failures, notes } = await fuzzWorkflow(workflow, { engine, cases: 20 });

    expect(failures).toEqual([]);
    expect(Object.keys(notes).sort()).toEqual([
      'still in flight when the script ended: a',
      'still in flight when the script ended: b',
    ]);
  });
});

describe('rules that must hold after every turn', () => {
  const steps = (turnInvariants: Workflow['turnInvariants']) =>
    defineWorkflow({
      name: 'steps',
      script: script(
        'data.open = 0;',
        'const book = async (n: number) => {',
        '  data.open += 1;',
        '  await actions.book(n);',
        '  data.open -= 1;',
        '};',
        'await Promise.all([book(1), book(2)]);',
        'console.log("booked");',
      ),
      without: ['failures', 'undeclared-failures'],
      actions: { book: {} },
      turnInvariants: turnInvariants as Record<string, () => InvariantResult>,
    });

  test('are checked where the end shows nothing', async () => {
    const found = await onlyFailure(
      steps({ 'one at a time': ({ data }) => (data as { open: number }).open !== 1 || 'one is still open' }),
    );

    expect(found).toMatchObject({ kind: 'invariant', name: 'one at a time', location: { line: 4 } });
    expect(found.message).toBe('After turn 1 of attempt 1: one is still open');
    expect(found.case).toMatchObject({ faults: [], schedule: [] });
  });

  test('see the console, what was executed, and every attempt', async () => {
    const seen = new Set<string>();
    await fuzzWorkflow(
      steps({
        all: ({ turn, attempt, console: lines, executions }) => {
          seen.add(`attempt ${attempt}`).add(`turn ${turn}`).add(`${lines.length} lines, ${executions.length} calls`);
        },
      }),
      { engine, cases: 40 },
    );

    expect([...seen]).toEqual(
      expect.arrayContaining(['attempt 0', 'attempt 1', 'turn 0', 'turn 2', '0 lines, 0 calls', '1 lines, 2 calls']),
    );
  });
});

describe('what stands in the way of a judgement is named', () => {
  test('a model that is made differently', async () => {
    let made = 0;
    const found = await onlyFailure(
      defineWorkflow({
        name: 'w',
        script: script('return actions.a();'),
        model: () => ({ number: ++made }),
        actions: { a: {} },
        invariants: { even: ({ model }) => model.number % 2 === 0 || 'odd' },
      }),
      10,
    );

    expect(found).toMatchObject({ kind: 'unrepeatable', name: 'model' });
    expect(found.message).toMatch(
      /^model\(\) is not repeatable: it made \{"number":\d+\}, and then \{"number":\d+\}\./,
    );
  });

  test('an invariant that remembers what it saw', async () => {
    let asked = 0;
    const found = await onlyFailure(
      defineWorkflow({
        name: 'w',
        script: script('return 1;'),
        actions: {},
        invariants: { moody: () => (asked++ % 3 < 2 ? 'no' : undefined) },
      }),
      10,
    );

    expect(found).toMatchObject({ kind: 'unrepeatable', name: 'invariant moody' });
    expect(found.message).toContain('The invariant “moody” is not repeatable');
  });
});

describe('each kind is found again from its kept case', () => {
  const workflow = (lines: readonly string[], limits?: { positions: number }) =>
    defineWorkflow({
      name: 'w',
      script: script(...lines),
      without: ['undeclared-failures'],
      actions: { a: { input: z.number().min(1).optional(), output: z.boolean() } },
      ...(limits && { limits }),
    });

  test.each([
    ['exception', 'TypeError', 2, ['const ok = await actions.a(1);', 'if (ok) null.x;']],
    ['invalid-input', 'a', 2, ['await actions.a(1);', 'await actions.a(0);']],
    ['stuck', 'STUCK', 1, ['await actions.a(1);', 'await new Promise(() => {});']],
    ['limit', 'LIMIT_POSITIONS', 1, ['for (;;) await actions.a(1);']],
    ['dropped-promise', 'dropped-promise:1', 1, ['actions.a(1);', 'await actions.a(2);']],
  ] as const)('%s', async (kind, name, line, lines) => {
    const found = await onlyFailure(workflow(lines, { positions: 20 }), 30);

    expect(found).toMatchObject({ kind, name, location: { line }, case: { faults: [] } });
  });
});

describe('what is wrong with the declaration is found again from its kept case', () => {
  test('a simulate that throws', async () => {
    const found = await onlyFailure(
      defineWorkflow({
        name: 'w',
        script: script('await actions.a(1);'),
        actions: {
          a: {
            simulate() {
              throw new TypeError('no such order');
            },
          },
        },
      }),
      20,
    );

    expect(found).toMatchObject({ kind: 'model', name: 'simulate of a' });
    expect(found.message).toContain('simulate of a threw TypeError: no such order');
  });

  test('a simulate that answers what its schema refuses', async () => {
    const found = await onlyFailure(
      defineWorkflow({
        name: 'w',
        script: script('await actions.a(1);'),
        actions: { a: { output: z.number().max(9), simulate: () => 10 } },
      }),
      20,
    );

    expect(found).toMatchObject({ kind: 'model', name: 'simulate of a', case: { faults: [] } });
  });
});

describe('what is no fault of the workflow is marked as that', () => {
  const race = () =>
    defineWorkflow({
      name: 'race',
      script: script('return await Promise.race([actions.a(), actions.b()]);'),
      actions: { a: {}, b: {} },
    });

  /** Forgets the last thing that a log says. */
  const forgetful: EngineLike = {
    get fingerprint() {
      return engine.fingerprint;
    },
    open: (given) => engine.open({ ...given, ...(given.callLog && { callLog: given.callLog.slice(0, -1) }) }),
  };

  test('a runtime that breaks a promise of its own', async () => {
    const { failures } = await fuzzWorkflow(race(), { engine: forgetful as Engine, cases: 40 });

    expect(failures.length).toBeGreaterThan(0);
    expect(new Set(failures.map(({ kind }) => kind))).toEqual(new Set(['divergence']));
    for (const { message } of failures) expect(message).toContain('a fault of the runtime, not of the workflow');
    const [found] = failures as [WorkflowFailure];
    const kept = parseCaseText(printCase(found.case));
    const broken = await replayWorkflowCase(race(), { ...kept, script: found.case.script }, forgetful as Engine);
    expect(broken.map(({ kind, name }) => [kind, name])).toContainEqual(['divergence', found.name]);
    expect(await replayWorkflowCase(race(), kept, engine)).toEqual([]);
  });

  test('an engine that ends before the script does', async () => {
    const found = await onlyFailure(
      defineWorkflow({
        name: 'deep',
        script: script(
          'const { levels } = await actions.read();',
          'const depth = (level: number): number => (level === 0 ? 0 : 1 + depth(level - 1));',
          'return depth(levels);',
        ),
        actions: { read: { output: z.object({ levels: z.literal(50_000) }) } },
        limits: { stackBytes: 4 * 2 ** 20 },
      }),
      40,
    );

    expect(found).toMatchObject({ kind: 'engine', name: 'ENGINE' });
    expect(found.message).toContain("the host's stack ended before the engine's");
  });
});
