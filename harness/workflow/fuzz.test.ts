import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { Engine } from '../../runtime/index.ts';
import { type Case, parseCaseText, printCase } from '../case/index.ts';
import { defineWorkflow } from './define.ts';
import { type FuzzResult, fuzzWorkflow } from './fuzz.ts';
import { replayWorkflowCase } from './replay.ts';

let folder = '';
let engine: Engine;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lockstep-fuzz-'));
  engine = await Engine.load();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let scripts = 0;
function script(text: string): string {
  const path = join(folder, `script-${++scripts}.ts`);
  writeFileSync(path, text);
  return path;
}

const emptyCase: Case = {
  version: 1,
  script: 'return 1;',
  input: null,
  data: {},
  actions: [],
  onInterrupt: 'stop',
  behaviours: [],
  schedule: [],
  faults: [],
};

const number = z.number().int().min(0).max(1_000);

function kindsOf({ failures }: FuzzResult): [string, string][] {
  return failures.map(({ kind, name }) => [kind, name]);
}

describe('what is found', () => {
  test('an exception of the script, with its line and the smallest value that leads to it', async () => {
    const workflow = defineWorkflow({
      name: 'w',
      script: script('const { n } = await actions.read();\nif (n > 417) return n.missing.property;\nreturn n;'),
      actions: { read: { output: z.object({ n: number }) } },
    });
    const result = await fuzzWorkflow(workflow, { engine, cases: 60 });

    expect(result).toMatchObject({ verdict: 'FAIL', failures: [{ kind: 'exception', name: 'TypeError' }] });
    expect(result.failures[0]?.location).toMatchObject({ line: 2 });
    expect(result.failures[0]?.case.behaviours).toEqual([[{ type: 'respond', value: { n: 418 } }]]);
  });

  test('no exception that an action failed with, alone, wrapped, or with others', async () => {
    const workflow = defineWorkflow({
      name: 'w',
      script: script(`
        if (input === 1) throw new Error('no luck', { cause: await actions.read().catch((error) => error) });
        if (input === 2) return Promise.any([actions.read(), actions.read()]);
        return actions.read();
      `),
      input: z.literal([0, 1, 2]),
      actions: { read: { fails: ['GONE'] } },
    });

    expect(kindsOf(await fuzzWorkflow(workflow, { engine, cases: 80 }))).toEqual([]);
  });

  test('an exception that is not among those that the script throws on purpose', async () => {
    const workflow = defineWorkflow({
      name: 'w',
      script: script("if (input > 900) throw new Error('far too much'); if (input > 500) throw new Error('too much');"),
      input: number,
      actions: {},
      throws: [/^Error: too much/],
    });
    const result = await fuzzWorkflow(workflow, { engine, cases: 60 });

    expect(result.failures).toMatchObject([{ kind: 'exception', case: { input: 901 } }]);
    expect(result.failures[0]?.message).toContain('far too much');
  });

  test('an input that the action’s own schema refuses', async () => {
    const workflow = defineWorkflow({
      name: 'w',
      script: script('return actions.pay({ amount: input - 5 });'),
      input: number,
      actions: { pay: { input: z.object({ amount: z.number().min(0) }) } },
    });
    const result = await fuzzWorkflow(workflow, { engine, cases: 60 });

    expect(result.failures).toMatchObject([{ kind: 'invalid-input', name: 'pay', case: { input: 0 } }]);
  });

  test('a script that nothing can ever settle', async () => {
    const workflow = defineWorkflow({
      name: 'w',
      script: script('await actions.a();\nawait new Promise(() => {});'),
      actions: { a: {} },
    });

    expect(kindsOf(await fuzzWorkflow(workflow, { engine, cases: 20 }))).toEqual([['stuck', 'STUCK']]);
  });

  test('a limit that is reached, with what to do about it', async () => {
    const workflow = defineWorkflow({
      name: 'w',
      script: script('for (;;) await actions.a();'),
      actions: { a: {} },
      limits: { positions: 50 },
      without: ['undeclared-failures', 'crashes'],
    });
    const { failures } = await fuzzWorkflow(workflow, { engine, cases: 5 });

    expect(failures).toMatchObject([{ kind: 'limit', name: 'LIMIT_POSITIONS', occurrences: 5 }]);
    expect(failures[0]?.message).toContain('set limits.positions in the declaration');
  });

  test('a promise of an action that is dropped, with its line', async () => {
    const workflow = defineWorkflow({
      name: 'w',
      script: script('await actions.a();\nactions.b();\nreturn 1;'),
      actions: { a: {}, b: {} },
    });
    const { failures } = await fuzzWorkflow(workflow, { engine, cases: 20 });

    expect(failures).toMatchObject([{ kind: 'dropped-promise', location: { line: 2 } }]);
  });

  test('an effect that a crash makes happen twice, where the model does not know the key', async () => {
    const workflow = defineWorkflow({
      name: 'w',
      script: script('await actions.pay(); return actions.done();'),
      model: () => ({ paid: 0 }),
      actions: {
        pay: {
          simulate(_input, { model }) {
            model.paid += 1;
          },
        },
        done: {},
      },
      invariants: { 'paid once': ({ model }) => model.paid <= 1 || `paid ${model.paid} times` },
    });
    const { failures } = await fuzzWorkflow(workflow, { engine, cases: 60 });

    expect(failures).toMatchObject([
      { kind: 'invariant', name: 'paid once', message: 'paid 2 times', case: { faults: [{ type: 'crash', turn: 0 }] } },
    ]);
    expect(failures[0]?.timeline).toContain('0 → pay is executed again, under the same idempotency key');
  });
});

describe('what is blamed on the declaration', () => {
  test('a simulate that is not repeatable', async () => {
    let calls = 0;
    const workflow = defineWorkflow({
      name: 'w',
      script: script('return actions.count();'),
      actions: { count: { simulate: () => ++calls } },
      invariants: { small: ({ run }) => run.status !== 'completed' || (run.value as number) < 3 },
    });
    const result = await fuzzWorkflow(workflow, { engine, cases: 30 });

    expect(kindsOf(result)).toEqual([['unrepeatable', 'simulate of count']]);
    expect(result.failures[0]?.message).toContain('the same case gave');
  });

  test('a model that is not repeatable where only an invariant looks', async () => {
    let made = 0;
    const workflow = defineWorkflow({
      name: 'w',
      script: script('return actions.a();'),
      model: () => ({ number: ++made }),
      actions: { a: {} },
      invariants: { odd: ({ model }) => model.number % 2 === 0 || 'odd' },
    });

    expect(kindsOf(await fuzzWorkflow(workflow, { engine, cases: 10 }))).toEqual([['unrepeatable', 'model']]);
  });

  test('an invariant that changes its mind', async () => {
    let asked = 0;
    const workflow = defineWorkflow({
      name: 'w',
      script: script('return 1;'),
      actions: {},
      invariants: { moody: () => (asked++ % 2 === 0 ? `answer ${asked}` : undefined) },
    });

    expect(kindsOf(await fuzzWorkflow(workflow, { engine, cases: 10 }))).toEqual([['unrepeatable', 'invariant moody']]);
  });

  test('a simulate that throws by mistake, and one that answers what its schema refuses', async () => {
    const workflow = defineWorkflow({
      name: 'w',
      script: script('return input ? actions.a() : actions.b();'),
      input: z.boolean(),
      model: () => ({}) as { gone: { here: number } },
      actions: {
        a: { simulate: (_input, { model }) => model.gone.here },
        b: { output: z.object({ ok: z.boolean() }), simulate: () => ({ ok: 'yes' }) as never },
      },
    });
    const { failures } = await fuzzWorkflow(workflow, { engine, cases: 20 });

    expect(failures.map(({ message }) => message).sort()).toEqual([
      expect.stringMatching(/^simulate of a threw TypeError: /),
      expect.stringMatching(/^simulate of b returned what its output schema refuses: \$\.ok /),
    ]);
  });

  test('a script that does not link is refused before anything runs', async () => {
    const workflow = defineWorkflow({ name: 'w', script: script('return fetch("x");'), actions: {} });

    await expect(fuzzWorkflow(workflow, { engine })).rejects.toThrow(/fetch/);
  });

  test('a simulate and an invariant that return promises are told that they cannot wait', async () => {
    const workflow = defineWorkflow({
      name: 'w',
      script: script('return input ? actions.a() : 1;'),
      input: z.boolean(),
      actions: { a: { simulate: async () => 1 } },
      invariants: { slow: (async () => 'late') as never },
    });
    const { failures } = await fuzzWorkflow(workflow, { engine, cases: 20 });

    expect(failures.map(({ message }) => message).sort()).toEqual([
      'The invariant returned a promise; it has to answer at once.',
      'simulate of a returned a promise; it has to answer at once, because time is simulated',
    ]);
  });

  test('a loop without end meets the limit of fuel', async () => {
    const workflow = defineWorkflow({
      name: 'w',
      script: script('await actions.a();\nfor (;;);'),
      actions: { a: {} },
      limits: { fuel: 20 },
    });

    expect(kindsOf(await fuzzWorkflow(workflow, { engine, cases: 3 }))).toEqual([['limit', 'LIMIT_FUEL']]);
  });

  test('values that a schema transforms are given to the script transformed, and kept', async () => {
    const workflow = defineWorkflow({
      name: 'w',
      script: script('const n = await actions.length(); if (n > 3) return null.x; return typeof n;'),
      actions: { length: { output: z.string().transform((text) => text.length) } },
    });
    const { failures } = await fuzzWorkflow(workflow, { engine, cases: 40 });

    expect(failures).toMatchObject([{ kind: 'exception' }]);
    expect(failures[0]?.case.behaviours).toEqual([[{ type: 'respond', value: expect.any(Number) }]]);
  });

  test('a schema that cannot be made up is named', async () => {
    const workflow = defineWorkflow({ name: 'w', script: script('return 1;'), input: z.date(), actions: {} });

    await expect(fuzzWorkflow(workflow, { engine })).rejects.toThrow(/input of w: Date cannot be represented/);
  });
});

describe('a campaign', () => {
  const declared = () =>
    defineWorkflow({
      name: 'w',
      script: script(`
        const answers = await Promise.allSettled([actions.ask({ q: 1 }), actions.read({ n: input.n }), actions.ask({ q: 2 })]);
        return answers.map(({ status, value }) => [status, value ?? null]);
      `),
      input: z.object({ n: number }),
      actions: {
        ask: { input: z.object({ q: number }), interrupts: { answer: z.boolean() } },
        read: { output: z.object({ n: number }), fails: ['GONE'] },
      },
      invariants: {
        'not both no': ({ run }) =>
          run.status !== 'completed' || JSON.stringify(run.value).split('false').length < 3 || 'both said no',
      },
    });

  test('is the same for the same seed, and another for another', async () => {
    const workflow = declared();
    const [first, again, other] = await Promise.all(
      [3, 3, 4].map((seed) => fuzzWorkflow(workflow, { engine, seed, cases: 40 })),
    );

    expect(again).toEqual(first);
    expect(other?.executions).not.toEqual(first?.executions);
  });

  test('reaches answers, rejections, silence, both orders, crashes and failures', async () => {
    const workflow = declared();
    const { ends, executions } = await fuzzWorkflow(workflow, { engine, cases: 80 });

    expect(ends.completed).toBeGreaterThan(20);
    expect(ends.paused).toBeGreaterThan(0);
    expect(executions.ask).toBeGreaterThan(executions.read ?? Infinity);
  });

  test('split into shards runs as many cases, and the same ones where each is invented for itself', async () => {
    const workflow = declared();
    const whole = await fuzzWorkflow(workflow, { engine, cases: 40, guided: false });
    const parts = [];
    for (const index of [0, 1, 2]) {
      parts.push(await fuzzWorkflow(workflow, { engine, cases: 40, guided: false, shard: { index, count: 3 } }));
    }

    expect(parts.reduce((sum, { cases }) => sum + cases, 0)).toBe(40);
    expect(parts.reduce((sum, { executions }) => sum + (executions.read ?? 0), 0)).toBe(whole.executions.read);
  });

  test('keeps cases that need neither seed nor generator: they fail again from their file', async () => {
    const workflow = declared();
    const { failures } = await fuzzWorkflow(workflow, { engine, cases: 80 });
    const [found] = failures;
    if (found === undefined) throw new Error('nothing was found');
    const [again] = await replayWorkflowCase(workflow, parseCaseText(printCase(found.case)), engine);

    expect(again).toEqual({ ...found, occurrences: 1 });
  });

  test('keeps the script in its cases, and says what the file’s present text makes of them', async () => {
    const workflow = declared();
    const { failures } = await fuzzWorkflow(workflow, { engine, cases: 80 });
    const kept = failures[0]?.case;
    if (kept === undefined) throw new Error('nothing was found');
    const [again] = await replayWorkflowCase({ ...workflow, script: script('return 1;') }, kept, engine);

    expect(again?.name).toBe('not both no');
    expect(again?.timeline).toMatch(/note: .*has changed since; as it is now, it passes this case\.$/);
  });

  test('refuses a kept case of another workflow', async () => {
    const workflow = { ...declared(), actions: {} };
    const foreign = { ...parseCaseText(printCase(emptyCase)), actions: ['ask'] };

    await expect(replayWorkflowCase(workflow, foreign, engine)).rejects.toThrow(/calls ask, which workflow w does not/);
  });

  test('ends early when it is told to, and says that this proves nothing', async () => {
    const stop = new AbortController();
    const workflow = { ...declared(), invariants: {} };
    const onProgress = ({ cases }: { cases: number }) => cases === 3 && stop.abort();
    const result = await fuzzWorkflow(workflow, { engine, cases: 40, signal: stop.signal, onProgress });

    expect(result).toMatchObject({ verdict: 'INCONCLUSIVE', cases: 3 });
  });
});
