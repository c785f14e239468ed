import type { StandardSchemaV1 } from '@standard-schema/spec';
import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type Action, defineAction } from './action.ts';
import type { Run } from './run.ts';
import { Sandbox } from './sandbox.ts';
import { asTool, type ToolOptions } from './tool.ts';
import type { PausedResult, ToolResult } from './tool-result.ts';

const sandboxes: Sandbox[] = [];
afterAll(() => Promise.all(sandboxes.map((sandbox) => sandbox.close())));

const paid: string[] = [];
const pay = defineAction({
  name: 'pay',
  description: 'Pays an order back.',
  input: z.object({ order: z.string(), amount: z.number() }),
  execute({ order, amount }) {
    if (amount > 1_000) throw Object.assign(new Error('too much'), { code: 'LIMIT', data: { max: 1_000 } });
    paid.push(order);
    return { ok: true };
  },
});
const ask = defineAction({
  name: 'ask',
  execute: (input, context) => (context.answer === undefined ? context.interrupt({ of: input }) : context.answer),
});

function makeTool(options: ToolOptions = {}, more: Partial<ConstructorParameters<typeof Sandbox>[0]> = {}) {
  const sandbox = new Sandbox({ actions: [pay, ask] as Action[], isolation: 'inline', ...more });
  sandboxes.push(sandbox);
  return asTool(sandbox, options);
}

const tool = makeTool();

/** As a store or another process would have it. */
function stored<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value)) as Value;
}

async function paused(script: string): Promise<PausedResult> {
  const result = stored(await makeTool({}, { onInterrupt: 'settle' }).execute({ script }));
  if (result.status !== 'paused') throw new Error(JSON.stringify(result));
  return result;
}

describe('a tool', () => {
  test('has a name, a description with all that scripts can use, and a schema', () => {
    const { name, description, inputSchema } = makeTool({ name: 'refunds', description: 'Refunds orders.' });

    expect(name).toBe('refunds');
    expect(description).toMatch(/^Refunds orders\.\n\nWrite a script/);
    expect(description).toContain('/** Pays an order back. */\n  pay(input: { order: string; amount: number })');
    expect(inputSchema).toMatchObject({
      type: 'object',
      properties: { script: { type: 'string' }, input: { description: expect.any(String) } },
      required: ['script'],
      additionalProperties: false,
    });
  });

  test('says what scripts are given, in the schema and in the declarations', () => {
    const { description, inputSchema } = makeTool({ input: z.object({ orders: z.array(z.string()) }) });

    expect(description).toContain('declare const input: { orders: string[] };');
    expect(inputSchema).toMatchObject({
      properties: { input: { type: 'object', properties: { orders: { type: 'array' } } } },
      required: ['script', 'input'],
    });
  });

  test('keeps the references of a schema that refers to itself', () => {
    const node: z.ZodType = z.object({
      get inner() {
        return z.array(node);
      },
    });

    const { inputSchema } = makeTool({ input: node });

    expect(JSON.stringify(inputSchema)).toContain('{"$ref":"#/properties/input"}');
    expect(JSON.stringify(inputSchema)).not.toContain('$schema');
  });

  test('takes the schemas of a library that says nothing of them', async () => {
    const validate = (value: unknown) => (value === 1 ? { value } : { issues: [{ message: 'not one' }] });
    const one: StandardSchemaV1 = { '~standard': { version: 1, vendor: 'plain', validate } };
    const plain = makeTool({ input: one });

    expect(await plain.execute({ script: 'return input', input: 1 })).toMatchObject({ status: 'completed', value: 1 });
    expect(await plain.execute({ script: 'return input' })).toMatchObject({
      status: 'failed',
      error: { kind: 'arguments', message: expect.stringContaining('not one') },
    });
  });

  test('needs a name that every model takes', () => {
    expect(() => makeTool({ name: 'my tool' })).toThrow('letters, digits, _ and -');
  });
});

describe('a script that ends', () => {
  test('comes back with its value and what it printed', async () => {
    const script = `console.log('for', input.order); console.warn('!'); return await actions.pay({ order: input.order, amount: 5 })`;

    const result = await tool.execute({ script, input: { order: 'o1' } });

    expect(result).toEqual({ status: 'completed', value: { ok: true }, console: ['for o1', 'warn: !'] });
  });

  test('is warned of what it dropped', async () => {
    const result = await tool.execute({ script: `actions.pay({ order: 'o', amount: 1 });\nreturn 1` });

    expect(result).toMatchObject({
      status: 'completed',
      warnings: expect.arrayContaining([expect.stringMatching(/^Line 1: The promise of actions\.pay\(\) is dropped/)]),
    });
  });

  test('is shown to the host in full', async () => {
    const runs: Run[] = [];

    await tool.execute(
      { script: 'return data.n' },
      { onRun: (run) => runs.push(run), runId: 'call-7', data: { n: 3 } },
    );

    expect(runs).toMatchObject([{ runId: 'call-7', status: 'completed', value: 3 }]);
  });
});

describe('what the script’s author did wrong comes back as data', () => {
  test.each<[string, unknown, object]>([
    ['no script', { code: 'return 1' }, { kind: 'arguments', message: expect.stringContaining('`script`') }],
    ['no arguments', undefined, { kind: 'arguments' }],
    ['a syntax error', { script: 'const a = 1;\nreturn a +;' }, { kind: 'syntax', line: 2, text: 'return a +;' }],
    [
      'a name that is not there',
      { script: "const page = await fetch('/');" },
      {
        kind: 'link',
        line: 1,
        column: 20,
        message: expect.stringContaining('declare an action that makes the request'),
      },
    ],
    [
      'an action that is not there',
      { script: 'await actions.paid({})' },
      { kind: 'link', message: expect.stringContaining('pay') },
    ],
    [
      'a TypeError',
      { script: 'const order = null;\nreturn order.total;' },
      {
        kind: 'exception',
        name: 'TypeError',
        line: 2,
        text: 'return order.total;',
        hint: 'Mend what threw, or catch it.',
      },
    ],
    [
      'an action that failed',
      { script: "await actions.pay({ order: 'o', amount: 2_000 })" },
      {
        kind: 'exception',
        code: 'LIMIT',
        data: { max: 1_000 },
        hint: 'The action pay failed and nothing caught it: catch that, or call it in another way.',
      },
    ],
    [
      'an input that an action refuses',
      { script: "await actions.pay({ order: 'o' })" },
      { kind: 'exception', code: 'INVALID_INPUT', message: expect.stringContaining('amount') },
    ],
    [
      'a value that is no JSON',
      { script: 'return { when: NaN }' },
      { kind: 'exception', message: expect.stringContaining('$.when is NaN') },
    ],
    [
      'a loop without end',
      { script: 'for (;;) {}' },
      { kind: 'limit', code: 'LIMIT_FUEL', hint: expect.stringContaining('loop') },
    ],
    ['too long a script', { script: `return 1;//${'x'.repeat(2_000_000)}` }, { kind: 'limit', code: 'LIMIT_SOURCE' }],
    ['a promise that nothing settles', { script: 'await new Promise(() => {})' }, { kind: 'stuck' }],
  ])('%s', async (_, args, error) => {
    const result = await tool.execute(args);

    expect(result).toMatchObject({ status: 'failed', error, console: [] });
    expect(stored(result)).toEqual(result);
  });

  test('a turn that does not end, which the clock has to stop', async () => {
    const threaded = makeTool({}, { isolation: 'thread', limits: { wallMs: 300 } });

    const result = await threaded.execute({
      script: 'return Array.prototype.lastIndexOf.call({ length: 2 ** 53 - 1 }, 1)',
    });

    expect(result).toMatchObject({ status: 'failed', error: { kind: 'limit', code: 'LIMIT_WALL' } });
  });

  test('together with what has happened all the same', async () => {
    const script = `await actions.pay({ order: 'first', amount: 1 });
      await sleep(1);
      await actions.pay({ order: 'second', amount: 9_999 });`;

    const result = await tool.execute({ script });

    expect(result).toMatchObject({
      status: 'failed',
      error: { hint: expect.stringContaining('a new script that calls it does it once more') },
      calls: [
        { action: 'pay', input: { order: 'first', amount: 1 }, outcome: 'done' },
        { action: 'pay', input: { order: 'second', amount: 9_999 }, outcome: 'failed' },
      ],
    });
  });
});

describe('a script that asks', () => {
  const both = `const [a, b] = await Promise.allSettled([actions.ask('a'), actions.ask('b')]);
    return [a.value ?? a.reason.data, b.value ?? b.reason.data];`;

  test('comes back as a paused run with its questions', async () => {
    const { questions, run } = await paused(both);

    expect(questions).toEqual([
      { at: 0, action: 'ask', input: 'a', payload: { of: 'a' } },
      { at: 1, action: 'ask', input: 'b', payload: { of: 'b' } },
    ]);
    expect(run.status).toBe('interrupted');
  });

  test('goes on elsewhere when all have answered, one of them with a no', async () => {
    const { run } = await paused(both);

    const result = await makeTool().answer(run, { 0: { answer: 'yes' }, 1: { reject: 'not by me' } });

    expect(result).toEqual({ status: 'completed', value: ['yes', 'not by me'], console: [] });
  });

  test('waits for the others when one has answered', async () => {
    const { run } = await paused(both);

    const half = (await makeTool().answer(run, { 1: { answer: 2 } })) as PausedResult;
    const whole = await makeTool().answer(stored(half.run), { 0: { answer: 1 } });

    expect(half.questions).toMatchObject([{ at: 0, action: 'ask' }]);
    expect(whole).toMatchObject({ status: 'completed', value: [1, 2] });
  });

  test('or sleeps for long says until when', async () => {
    const sleeper = makeTool({}, { sleepMaxMs: 0 });

    const result = (await sleeper.execute({ script: 'await sleep(30); return 1' })) as PausedResult;
    await new Promise((done) => setTimeout(done, 40));

    expect(result).toMatchObject({ status: 'paused', questions: [], wakeAt: expect.any(Number) });
    expect(await sleeper.answer(result.run, {})).toMatchObject({ status: 'completed', value: 1 });
  });

  test('is no reason for an answer to nobody: that is the host’s mistake, and thrown', async () => {
    const { run } = await paused(both);

    await expect(tool.answer(run, { 5: { answer: 1 } })).rejects.toThrow('Position 5 cannot be answered');
  });
});

test('a run that the host stops can go on', async () => {
  const result = await tool.execute(
    { script: "return await actions.pay({ order: 'o', amount: 1 })" },
    { signal: AbortSignal.abort('enough') },
  );

  expect(result).toMatchObject({ status: 'aborted', reason: { code: 'SIGNAL' } });
  const { run } = result as Extract<ToolResult, { status: 'aborted' }>;
  expect(await tool.answer(stored(run), {})).toMatchObject({ status: 'completed', value: { ok: true } });
});
