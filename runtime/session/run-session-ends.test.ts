import { describe, expect, test } from 'vitest';
import { CallLogMismatchError, ScriptSyntaxError } from '../errors.ts';
import type { CallLog, Json } from '../log/entry.ts';
import { compileScript } from '../script/index.ts';
import { answer, entry, mismatch, open, started } from './testing/sessions.ts';
import type { SessionOptions } from './types.ts';

describe('limits hold to the unit', () => {
  const end = (script: string, options: Partial<SessionOptions>, response: Json = null) => {
    const session = started(script, options);
    if (session.state === 'waiting') session.deliver(0, { response });
    const { outcome } = session;
    return outcome !== undefined && 'error' in outcome ? outcome.error.code : outcome;
  };

  test.each<[string, string, string, Partial<SessionOptions>, Json, (max: number) => object]>([
    ['an input of 10 bytes', 'LIMIT_VALUE', 'await actions.a("12345678");', {}, null, (valueBytes) => ({ valueBytes })],
    ['a response of 10 bytes', 'LIMIT_VALUE', 'await actions.a();', {}, '12345678', (valueBytes) => ({ valueBytes })],
    ['a value of 10 bytes', 'LIMIT_VALUE', 'return "12345678";', {}, null, (valueBytes) => ({ valueBytes })],
    ['data of 10 bytes', 'LIMIT_VALUE', 'data.ab = 123;', {}, null, (valueBytes) => ({ valueBytes })],
    ['given input of 10 bytes', 'LIMIT_VALUE', '', { input: '12345678' }, null, (valueBytes) => ({ valueBytes })],
    [
      'given data of 10 bytes',
      'LIMIT_VALUE',
      'delete data.ab;',
      { data: { ab: 123 } },
      null,
      (valueBytes) => ({ valueBytes }),
    ],
    ['a log of 10 characters', 'LIMIT_LOG', 'await actions.a("ää");', {}, '1234', (logChars) => ({ logChars })],
    [
      'ten calls in flight',
      'LIMIT_IN_FLIGHT',
      'for (let i = 0; i < 10; i++) actions.a();',
      {},
      null,
      (inFlight) => ({ inFlight }),
    ],
    [
      'ten positions',
      'LIMIT_POSITIONS',
      'for (let i = 0; i < 10; i++) Date.now();',
      {},
      null,
      (positions) => ({ positions }),
    ],
  ])('%s', (_, code, script, options, response, limits) => {
    expect(end(script, { ...options, limits: limits(10) }, response)).toHaveProperty('value');
    expect(end(script, { ...options, limits: limits(9) }, response)).toBe(code);
  });

  test('one that was reached leaves the data as it was given, and says so', () => {
    const session = started('data.n = 2; await actions.a("too long");', { data: { n: 1 }, limits: { valueBytes: 9 } });

    expect(session.data).toEqual({ n: 1 });
    expect(session.warnings).toEqual([
      {
        code: 'data-unreadable',
        message:
          '`data` is not what the script left: the script was stopped by a limit; it is what it was at the start.',
      },
    ]);
  });

  test('one that was reached leaves no entry unreached', () => {
    const session = started('for (;;);', { callLog: [entry('a', 0)], limits: { fuel: 2 } });

    expect(session.outcome).toMatchObject({ error: { code: 'LIMIT_FUEL' } });
    expect(session.callLog).toEqual([entry('a', 0)]);
  });
});

describe('a divergence', () => {
  test('says what was recorded and what was observed', () => {
    expect(mismatch('await actions.b({ n: 1 });', [entry('a', 0)])).toMatchObject({
      recorded: entry('a', 0),
      observed: { type: 'action', name: 'b', input: { n: 1 } },
      location: { line: 1, column: 16 },
    });
    expect(mismatch('Math.random();', [{ type: 'now', response: 1 }])).toMatchObject({
      recorded: { type: 'now', response: 1 },
      observed: { type: 'random' },
      location: { line: 1 },
    });
  });

  test('of an order that is due says what the script did instead, and where, if it made the call', () => {
    const early = mismatch('await actions.b();', [null, entry('a', 0)]);
    const gap = mismatch('await actions.a({ n: 1 });', [entry('a', 3, { n: 1 })]);

    expect(early).toMatchObject({ position: 1, reason: 'order', recorded: entry('a', 0), observed: undefined });
    expect(early.location).toBeUndefined();
    expect(gap).toMatchObject({
      position: 0,
      reason: 'order',
      recorded: entry('a', 3, { n: 1 }),
      location: { line: 1 },
    });
    expect(gap.observed).toEqual({ type: 'action', name: 'a', input: { n: 1 } });
  });

  test('of what was not reached has no place, and the exception as its cause if there was one', () => {
    const left: CallLog = [{ type: 'now', response: 7 }];
    const returned = mismatch('return 1;', left);
    const thrown = mismatch('throw new Error("own");', left);

    expect(returned).toMatchObject({ position: 0, reason: 'unreached', recorded: left[0], observed: undefined });
    expect([returned.location, returned.cause]).toEqual([undefined, undefined]);
    expect(thrown.cause).toMatchObject({ name: 'Error', message: 'own' });
  });

  test('leaves the session closed, with its log and its data', () => {
    const session = open('data.n = 1; await actions.b();', { callLog: [entry('a', 0)], data: { n: 0 } });

    expect(() => session.start()).toThrow(CallLogMismatchError);

    expect([session.state, session.callLog, session.data]).toEqual(['closed', [entry('a', 0)], { n: 0 }]);
  });
});

describe('a log without orders', () => {
  test('delivers what was asked first first, and what is fresh when it settles', () => {
    const order: string[] = [];
    const script =
      'const p = [actions.a(), actions.b(), actions.a()].map((q, i) => q.then(() => console.log(i))); await Promise.all(p);';
    const session = open(script, {
      callLog: [entry('a'), null, entry('a')],
      onTurn: ({ cause }) => order.push(cause.type === 'delivery' ? `${cause.position}` : cause.type),
    });

    expect(session.start().calls.map(({ position }) => position)).toEqual([1]);
    session.deliver(1, answer);

    expect(order).toEqual(['start', '0', '2', '1']);
    expect(session.callLog).toMatchObject([{ order: 0 }, { order: 2 }, { order: 1 }]);
  });
});

describe('data', () => {
  test('that cannot be read when the script has failed is what it was before, with a warning', () => {
    const session = started(
      'Object.defineProperty(data, "x", { enumerable: true, get() { throw 1; } }); throw new Error("e");',
    );

    expect(session.outcome).toMatchObject({ error: { message: 'e' } });
    expect(session.warnings).toEqual([
      {
        code: 'data-unreadable',
        message: '`data` is not what the script left: it could not be read when the script had failed.',
      },
    ]);
  });

  test('is warned of once, however often it is read', () => {
    const session = started('data.x = { get y() { throw 1; } }; await actions.a();');

    expect([session.data, session.data, session.warnings.length]).toEqual([{}, {}, 1]);
  });

  test('of a script that is stuck is what it left', () => {
    const session = started('data.n = 1; await new Promise(() => {});');

    expect([session.state, session.data]).toEqual(['failed', { n: 1 }]);
  });

  test('is the last that was read after the close', () => {
    const session = started('data.n = 1; await actions.a();');
    expect(session.data).toEqual({ n: 1 });
    session.close();

    expect(session.data).toEqual({ n: 1 });
  });

  test('before the start is what was given', () => {
    expect(open('data.n = 2;', { data: { n: 1 } }).data).toEqual({ n: 1 });
  });
});

describe('a script that the engine does not take', () => {
  /** Compiled for a parser that knows more than the engine does. */
  const compiled = (code: string) => ({ ...compileScript('return 1;', { actions: ['a', 'b'] }), code });

  test('is a syntax error, and the session is closed', () => {
    const session = open('', { script: compiled('return ) 1') });

    expect(() => session.start()).toThrow(ScriptSyntaxError);
    expect(session.state).toBe('closed');
  });

  test('or that fails before its first statement, has failed, with its data as it was given', () => {
    const session = open('', { script: compiled('throw new RangeError("early")'), data: { n: 1 } });

    expect(session.start().state).toBe('failed');
    expect(session.outcome).toMatchObject({ error: { name: 'RangeError', message: 'early' } });
    expect([session.data, session.warnings]).toEqual([{ n: 1 }, []]);
  });
});

test('what the script itself throws as a SyntaxError is its own failure, not a refusal of its text', () => {
  const session = started('throw new SyntaxError("own");');

  expect(session.outcome).toMatchObject({ error: { name: 'SyntaxError', message: 'own' } });
});
