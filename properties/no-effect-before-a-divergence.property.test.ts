import { describe, expect, test } from 'vitest';
import { type CallLog, CallLogMismatchError, type Json } from '../runtime/index.ts';
import { type Execute, withSandbox } from './support/sandbox.ts';

const entry = (name: string, input: Json = {}, order?: number) =>
  ({ type: 'action', name, input, response: 1, ...(order !== undefined && { order }) }) as const;

const situations: [string, string, CallLog, Partial<CallLogMismatchError>][] = [
  [
    'an outcome that can no longer be delivered',
    'return actions.charge({});',
    [null, entry('b', {}, 0)],
    { reason: 'order', position: 1 },
  ],
  [
    'a clock read where there is a call now',
    'return await actions.charge();',
    [{ type: 'now', response: 1 }],
    { reason: 'kind', position: 0 },
  ],
  [
    'a random read where there is a call now',
    'return await actions.charge();',
    [{ type: 'random', response: 0.5 }],
    { reason: 'kind', position: 0 },
  ],
  [
    'a call where there is a clock read now',
    'const t = Date.now(); return actions.charge(t);',
    [entry('charge')],
    { reason: 'kind', position: 0 },
  ],
  [
    'a changed field',
    'return actions.charge({ amount: 2 });',
    [entry('charge', { amount: 1 })],
    { reason: 'input', position: 0 },
  ],
  ['another name', 'return actions.charge({});', [entry('b')], { reason: 'name', position: 0 }],
  [
    'calls in parallel, the second of them changed',
    'await Promise.all([actions.b({}), actions.charge({ n: 2 }), actions.charge({ n: 3 })]);',
    [entry('b', {}, 0), entry('charge', { n: 9 }, 1)],
    { reason: 'input', position: 1 },
  ],
  [
    'a fresh call made in the turn in which the divergence shows',
    'void actions.charge({}); await actions.b({ changed: true });',
    [null, entry('b', {}, 0)],
    { reason: 'input', position: 1 },
  ],
  ['a script that ends too early', 'return 1;', [entry('b')], { reason: 'unreached', position: 0 }],
];

describe('nothing is executed before a divergence is reported', () => {
  test.each(situations)('%s', async (_name, script, callLog, detail) => {
    const executed: string[] = [];
    const act =
      (name: string): Execute =>
      () => {
        executed.push(name);
        return null;
      };
    await withSandbox({ charge: act('charge'), b: act('b') }, async (sandbox) => {
      const error = await sandbox.eval(script, { callLog }).catch((thrown: unknown) => thrown);

      expect(error).toBeInstanceOf(CallLogMismatchError);
      expect(error).toMatchObject(detail);
    });
    expect(executed).toEqual([]);
  });

  test('the message tells a stranger what was recorded, what was observed, and where', async () => {
    await withSandbox({ pay: () => null }, async (sandbox) => {
      const callLog = [entry('pay', { amount: 1, to: 'x' })];
      const error = await sandbox
        .eval('// pays\nreturn actions.pay({ amount: 2, to: "x" });', { callLog, file: 'pay.ts' })
        .catch((thrown: Error) => thrown);
      const { message } = error as Error;

      for (const part of ['position 0', 'pay', '$.amount', '1', '2', 'pay.ts:2:', 'return actions.pay(', '^'])
        expect(message).toContain(part);
      expect(message.indexOf('$.amount')).toBeLessThan(message.indexOf('pay.ts:2:'));
    });
  });
});
