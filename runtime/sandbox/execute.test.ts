import type { StandardSchemaV1 } from '@standard-schema/spec';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Json } from '../log/entry.ts';
import { type Action, defineAction } from './action.ts';
import { ActionSet } from './action-set.ts';
import type { Settlement } from './attempt-step.ts';
import { Execution } from './context.ts';
import { executeCall } from './execute.ts';
import { ActionInterrupt } from './interrupt.ts';

function execute(action: Omit<Action, 'name'>, input: Json = null): Promise<Settlement> {
  const call = { position: 3, name: 'act', input, idempotencyKey: 'r:3' };
  return executeCall(new ActionSet([{ ...action, name: 'act' }]), call, new Execution(call, 'r'));
}

const throwing = (thrown: unknown) =>
  execute({
    execute: () => {
      throw thrown;
    },
  });

describe('what an action throws is recorded', () => {
  test('an error with its name, message, code and data', async () => {
    const error = Object.assign(new RangeError('too much'), { code: 'E_MUCH', data: { limit: 5 }, secret: 1 });

    expect(await throwing(error)).toEqual({
      error: { name: 'RangeError', message: 'too much', code: 'E_MUCH', data: { limit: 5 } },
    });
  });

  test('an error whose code is a number, and whose data is not JSON', async () => {
    const error = Object.assign(new Error('x'), { code: 1062, data: { fn: new Map([[1, 2]]) } });

    expect(await throwing(error)).toEqual({ error: { name: 'Error', message: 'x', code: '1062' } });
  });

  test('an error of another realm, and one of the platform', async () => {
    const foreign = { [Symbol.toStringTag]: 'Error', name: 'Foreign', message: 'far' };

    expect(await throwing(foreign)).toEqual({ error: { name: 'Foreign', message: 'far' } });
    expect(await throwing(new DOMException('gone', 'AbortError'))).toMatchObject({ error: { name: 'AbortError' } });
  });

  test.each<[unknown, object]>([
    ['a text', { name: 'NonError', message: 'The action threw a string, which is not an error', data: 'a text' }],
    [
      { reason: 1 },
      { name: 'NonError', message: 'The action threw an object, which is not an error', data: { reason: 1 } },
    ],
    [null, { name: 'NonError', message: 'The action threw null, which is not an error', data: null }],
    [undefined, { name: 'NonError', message: 'The action threw undefined, which is not an error' }],
    [5n, { name: 'NonError', message: 'The action threw 5, which is not an error' }],
    [Symbol('s'), { name: 'NonError', message: 'The action threw Symbol(s), which is not an error' }],
    [() => 1, { name: 'NonError', message: 'The action threw a function, which is not an error' }],
  ])('%s as a NonError', async (thrown, failure) => {
    expect(await throwing(thrown)).toEqual({ error: failure });
  });

  test('an error that cannot be read, without crashing', async () => {
    const hostile = new Error('x');
    const throwAlways = {
      get(): never {
        throw new Error('do not look');
      },
    };
    for (const field of ['name', 'message', 'code', 'data']) Object.defineProperty(hostile, field, throwAlways);

    expect(await throwing(hostile)).toEqual({ error: { name: 'Error', message: '' } });
  });

  test('a proxy that refuses everything, without crashing', async () => {
    const refuse = (): never => {
      throw new Error('no');
    };
    const proxy = new Proxy({}, { get: refuse, has: refuse, getPrototypeOf: refuse, ownKeys: refuse });

    expect(await throwing(proxy)).toMatchObject({ error: { name: expect.any(String) } });
    expect(await throwing(Proxy.revocable({}, {}).proxy)).toMatchObject({ error: { name: 'NonError' } });
  });

  test('an error with a name and a message that are no strings', async () => {
    expect(await throwing(Object.assign(new Error('x'), { name: 5, message: {} }))).toEqual({
      error: { name: 'Error', message: '' },
    });
  });

  test('a rejected promise as well as an exception', async () => {
    expect(await execute({ execute: () => Promise.reject(new TypeError('later')) })).toEqual({
      error: { name: 'TypeError', message: 'later' },
    });
  });
});

describe('interrupts', () => {
  test('carry their payload', async () => {
    expect(await throwing(new ActionInterrupt({ q: 1 }))).toEqual({ interrupt: { q: 1 } });
    expect(await execute({ execute: (_, context) => context.interrupt('q') })).toEqual({ interrupt: 'q' });
  });

  test('may be asked for with a function taken off the context, and without a payload', async () => {
    expect(await execute({ execute: (_, { interrupt }) => interrupt() })).toEqual({ interrupt: null });
  });

  test('of another copy of the package are known', async () => {
    const foreign = Object.assign(new Error(), { [Symbol.for('lockstep.ActionInterrupt')]: true, payload: [1] });

    expect(await throwing(foreign)).toEqual({ interrupt: [1] });
  });

  test('whose payload is not JSON are a failure that names the path', async () => {
    const foreign = Object.assign(new Error(), {
      [Symbol.for('lockstep.ActionInterrupt')]: true,
      payload: { a: [NaN] },
    });

    expect(() => new ActionInterrupt({ a: [Number.NaN] })).toThrow('$.a[0] is NaN');
    expect(await throwing(foreign)).toMatchObject({
      error: { name: 'TypeError', message: expect.stringContaining('$.a[0] is NaN') },
    });
    expect(await execute({ execute: (_, context) => context.interrupt({ when: 5n }) })).toMatchObject({
      error: { name: 'TypeError', message: expect.stringContaining('$.when is a BigInt') },
    });
  });

  test('share nothing with the action', async () => {
    const payload = { list: [1] };
    const settlement = await throwing(new ActionInterrupt(payload));
    payload.list.push(2);

    expect(settlement).toEqual({ interrupt: { list: [1] } });
  });
});

describe('responses', () => {
  test.each<[unknown, Json]>([
    [undefined, null],
    [new Date(0), '1970-01-01T00:00:00.000Z'],
    [{ gone: undefined, kept: 1 }, { kept: 1 }],
    [-0, 0],
    ['\ud800', '\ud800'],
  ])('%o is recorded as JSON has it', async (value, response) => {
    expect(await execute({ execute: () => value })).toEqual({ response });
  });

  test.each<[string, unknown, string]>([
    ['NaN', { items: [{ price: Number.NaN }] }, '$.items[0].price is NaN'],
    ['a Map', { map: new Map([[1, 2]]) }, '$.map is a Map'],
    ['a function', () => 1, '$ is a function'],
    ['a BigInt', [1n], '$[0] is a BigInt'],
  ])('%s is a failure that names the path', async (_, value, problem) => {
    expect(await execute({ execute: () => value })).toMatchObject({
      error: { name: 'TypeError', code: 'RESPONSE_NOT_JSON', message: expect.stringContaining(problem) },
    });
  });

  test('a cycle is a failure', async () => {
    const value: { self?: unknown } = {};
    value.self = value;

    expect(await execute({ execute: () => value })).toMatchObject({ error: { code: 'RESPONSE_NOT_JSON' } });
  });

  test('a getter that throws is a failure', async () => {
    const value = {
      get bad(): never {
        throw new Error('getter');
      },
    };

    expect(await execute({ execute: () => value })).toMatchObject({
      error: { message: expect.stringContaining('getter') },
    });
  });
});

describe('schemas', () => {
  const amount = z.object({ amount: z.coerce.number().positive() });

  test('the action gets the output of its input schema', async () => {
    const action = { input: amount, execute: (input: unknown) => [input] };

    expect(await execute(action, { amount: '5' })).toEqual({ response: [{ amount: 5 }] });
  });

  test('the response is the output of the output schema', async () => {
    const output = z.object({ at: z.date().transform((date) => date.getTime()) });

    expect(await execute({ output, execute: () => ({ at: new Date(7), extra: 1 }) })).toEqual({ response: { at: 7 } });
  });

  test('an input that is refused fails the call with its issues, and executes nothing', async () => {
    let executed = false;
    const action = {
      input: amount,
      execute: () => {
        executed = true;
      },
    };

    const settlement = await execute(action, { amount: -1 });

    expect(settlement).toMatchObject({
      error: {
        name: 'InvalidInput',
        code: 'INVALID_INPUT',
        message: expect.stringContaining('amount: '),
        data: { issues: [{ path: ['amount'], message: expect.any(String) }] },
      },
    });
    expect(executed).toBe(false);
  });

  test('an output that is refused fails the call with its issues', async () => {
    expect(await execute({ output: z.object({ ok: z.literal(true) }), execute: () => ({ ok: false }) })).toMatchObject({
      error: { name: 'InvalidOutput', code: 'INVALID_OUTPUT', data: { issues: [{ path: ['ok'] }] } },
    });
  });

  test('may be asynchronous', async () => {
    const input = z.string().refine(async (text) => text.length > 1);

    expect(await execute({ input, execute: (text) => text }, 'ab')).toEqual({ response: 'ab' });
    expect(await execute({ input, execute: (text) => text }, 'a')).toMatchObject({ error: { name: 'InvalidInput' } });
  });

  test.each([
    () => {
      throw new Error('broken schema');
    },
    () => Promise.reject(new Error('broken schema')),
  ])('that break fail the call', async (validate) => {
    const input: StandardSchemaV1 = { '~standard': { version: 1, vendor: 'broken', validate } };

    expect(await execute({ input, execute: () => 1 })).toMatchObject({
      error: { name: 'InvalidInput', message: expect.stringContaining('broken schema') },
    });
  });

  test('paths with segments and symbols become JSON', async () => {
    const path = [{ key: 'a' }, Symbol('s'), 1];
    const input: StandardSchemaV1 = {
      '~standard': { version: 1, vendor: 'odd', validate: () => ({ issues: [{ message: 'no', path }] }) },
    };

    expect(await execute({ input, execute: () => 1 })).toMatchObject({
      error: { data: { issues: [{ path: ['a', 'Symbol(s)', 1] }] } },
    });
  });
});

describe('an execution', () => {
  test('may change its input: nobody else has it', async () => {
    const input = { list: [1] };
    await execute({ execute: (given) => (given as { list: number[] }).list.push(2) }, input);

    expect(input).toEqual({ list: [1] });
  });

  test('knows who it is', async () => {
    const action = defineAction({
      name: 'who',
      execute: (_, { answer, position, runId, idempotencyKey, signal }) => [
        answer === undefined,
        position,
        runId,
        idempotencyKey,
        signal.aborted,
      ],
    });

    expect(await execute(action)).toEqual({ response: [true, 3, 'r', 'r:3', false] });
  });

  test('sees that its signal has fired, also if it looks only then', () => {
    const call = { position: 0, name: 'a', input: null, idempotencyKey: 'r:0' };
    const early = new Execution(call, 'r');
    const late = new Execution(call, 'r');
    const signal = early.signal;

    for (const execution of [early, late]) execution.fire(new Error('over'));

    expect(signal.reason).toMatchObject({ message: 'over' });
    expect(late.signal.aborted).toBe(true);
  });

  test('of an action that does not exist fails', async () => {
    const call = { position: 0, name: 'gone', input: null, idempotencyKey: 'r:0' };

    expect(await executeCall(new ActionSet([]), call, new Execution(call, 'r'))).toMatchObject({
      error: { name: 'UnknownAction', code: 'UNKNOWN_ACTION' },
    });
  });
});
