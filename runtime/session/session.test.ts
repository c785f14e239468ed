import { describe, expect, test } from 'vitest';
import { CallLogMismatchError } from '../errors.ts';
import type { CallLog, Outcome } from '../log/entry.ts';
import { compileScript } from '../script/index.ts';
import { Engine } from './engine.ts';
import type { Exchange, Session, SessionOptions } from './types.ts';

const engine = await Engine.load();
const actions = ['a', 'after', 'ask', 'b', 'charge', 'github.createIssue', 'pay'];

function open(script: string, options: Partial<SessionOptions> = {}): Session {
  return engine.open({ script, actions, now: () => 1_700_000_000_000, random: () => 0.5, ...options });
}

/** Answers every call as `respond` says, lowest position first, until the script waits for nothing fresh. */
function drive(session: Session, respond: (name: string) => Outcome = () => ({ response: null })): Exchange {
  let exchange = session.start();
  const open = [...exchange.calls];
  while (exchange.state === 'waiting' && open.length > 0) {
    const call = open.shift();
    if (call === undefined) break;
    exchange = session.deliver(call.position, respond(call.name));
    open.push(...exchange.calls);
  }
  return exchange;
}

function mismatch(script: string, callLog: CallLog, options: Partial<SessionOptions> = {}): CallLogMismatchError {
  const session = open(script, { callLog, ...options });
  try {
    session.start();
  } catch (error) {
    expect(error).toBeInstanceOf(CallLogMismatchError);
    expect(session.state).toBe('closed');
    return error as CallLogMismatchError;
  }
  throw new Error('the script followed the log');
}

describe('a live attempt', () => {
  test('hands out the calls of the first turn in position order and reserves clock and random reads', () => {
    const session = open(
      'const t = Date.now(); const r = Math.random(); await Promise.all([actions.a({ t }), actions.b({ r })]);',
    );

    const exchange = session.start();

    expect(exchange).toEqual({
      state: 'waiting',
      calls: [
        { position: 2, name: 'a', input: { t: 1_700_000_000_000 } },
        { position: 3, name: 'b', input: { r: 0.5 } },
      ],
    });
    expect(session.callLog.slice(0, 2)).toEqual([
      { type: 'now', response: 1_700_000_000_000 },
      { type: 'random', response: 0.5 },
    ]);
  });

  test('records an outcome with its order, and gives the script what the log says', () => {
    const session = open('const [a, b] = await Promise.all([actions.a(), actions.b({})]); return { a, b };');
    session.start();

    session.deliver(1, { response: { n: -0 } });
    const exchange = session.deliver(0, { response: 'x' });

    expect(exchange.state).toBe('completed');
    expect(session.outcome).toEqual({ value: { a: 'x', b: { n: 0 } } });
    expect(session.callLog).toEqual([
      { type: 'action', name: 'a', input: null, response: 'x', order: 1 },
      { type: 'action', name: 'b', input: {}, response: { n: 0 }, order: 0 },
    ]);
  });

  test('lets the script catch a failure with its name, message, code and data', () => {
    const session = open(
      'try { await actions.pay({}); } catch (e) { return [e instanceof Error, e.name, e.message, e.code, e.data, e.stack]; }',
    );
    session.start();

    session.deliver(0, { error: { name: 'Declined', message: 'no', code: 'E1', data: [1] } });

    expect(session.outcome).toEqual({
      value: [true, 'Declined', 'no', 'E1', [1], '    at actions.pay (action, position 0)\n'],
    });
  });

  test('reports an exception with its place in the source', () => {
    const session = open('const x = 1;\nfunction f() {\n  throw new TypeError("bad");\n}\nf();');

    expect(session.start().state).toBe('failed');

    expect(session.outcome).toMatchObject({
      error: { name: 'TypeError', message: 'bad', location: { line: 3, column: 22 } },
    });
  });

  test('a script that waits for nothing is stuck, at once', () => {
    const session = open('await new Promise(() => {});');

    expect(session.start().state).toBe('failed');

    expect(session.outcome).toMatchObject({ error: { code: 'STUCK' } });
  });

  test('refuses an input that JSON would corrupt, before a position is reserved', () => {
    const session = open(
      'try { actions.a({ items: [{ price: 1 }, { price: NaN }] }); } catch (e) { await actions.b({ m: e.message }); }',
    );

    expect(session.start().calls).toEqual([
      { position: 0, name: 'b', input: { m: 'actions.a: $.items[1].price is NaN, which JSON cannot carry' } },
    ]);
  });
});

describe('a replay', () => {
  const race = 'const r = await Promise.race([actions.a(), actions.b()]); return await actions.after({ r });';

  test('follows the order in which outcomes settled, and ends in the same memory', () => {
    const live = open(race);
    live.start();
    live.deliver(1, { response: 'b' });
    live.deliver(0, { response: 'a' });
    live.deliver(2, { response: 'done' });

    const replay = open(race, { callLog: live.callLog });

    expect(replay.start()).toEqual({ state: 'completed', calls: [] });
    expect(replay.outcome).toEqual({ value: 'done' });
    expect(replay.callLog).toEqual(live.callLog);
    expect(replay.digest()).toBe(live.digest());
  });

  test('gives the same digest at every turn', () => {
    const digests: string[][] = [[], []];
    const observe = (into: string[] | undefined) => (_: unknown, session: Session) => into?.push(session.digest());
    const script = 'let n = 0; for (let i = 0; i < 20; i++) n += (await actions.a({ i, at: Date.now() })).n; return n;';
    const live = open(script, { onTurn: observe(digests[0]) });
    drive(live, () => ({ response: { n: 2 } }));

    open(script, { callLog: live.callLog, onTurn: observe(digests[1]) }).start();

    expect(digests[0]).toHaveLength(21);
    expect(digests[1]).toEqual(digests[0]);
  });

  test('executes holes and what lies past the end, and nothing else', () => {
    const log: CallLog = [null, { type: 'action', name: 'b', input: null, response: 2, order: 0 }];
    const session = open('return Promise.all([actions.a(), actions.b(), actions.after()]);', { callLog: log });

    expect(session.start().calls.map((call) => call.position)).toEqual([0, 2]);
  });

  test('waits in a gap of the orders for a fresh call to take it', () => {
    const log: CallLog = [
      { type: 'action', name: 'a', input: null, response: 1, order: 0 },
      null,
      { type: 'action', name: 'after', input: null, response: 3, order: 2 },
    ];
    const script = 'const x = actions.after; await Promise.all([actions.a(), actions.b(), x()]); return actions.pay();';
    const session = open(script, { callLog: log });

    expect(session.start().calls.map((call) => call.name)).toEqual(['b']);
    expect(session.delivered).toBe(1);
    expect(session.deliver(1, { response: 2 }).calls.map((call) => call.name)).toEqual(['pay']);
    expect(session.callLog[1]).toMatchObject({ order: 1 });
  });

  test('delivers a log without orders by position and gives it orders', () => {
    const log: CallLog = [
      { type: 'action', name: 'a', input: null, response: 'a' },
      { type: 'action', name: 'b', input: null, response: 'b' },
    ];
    const session = open('return Promise.race([actions.b, actions.a].reverse().map((f) => f()));', { callLog: log });

    session.start();

    expect(session.outcome).toEqual({ value: 'a' });
    expect(session.callLog).toMatchObject([{ order: 0 }, { order: 1 }]);
  });
});

describe('the guard', () => {
  test('reports another kind, name or input, with the place in the source', () => {
    const read: CallLog = [{ type: 'now', response: 1 }];
    const pay: CallLog = [{ type: 'action', name: 'pay', input: { amount: 1 }, response: null, order: 0 }];

    expect(mismatch('return await actions.a();', read)).toMatchObject({ position: 0, reason: 'kind' });
    expect(mismatch('return Math.random();', read)).toMatchObject({ position: 0, reason: 'kind' });
    expect(mismatch('return actions.a({ amount: 1 });', pay)).toMatchObject({ position: 0, reason: 'name' });
    const input = mismatch('const amount = 2;\nreturn actions.pay({ amount });', pay);
    expect(input).toMatchObject({ position: 0, reason: 'input', location: { line: 2, column: 19 } });
    expect(input.message).toContain('$.amount: recorded 1, observed 2');
    expect(input.message).toContain('return actions.pay({ amount });');
  });

  test('a script cannot catch a mismatch, and nothing of it runs afterwards', () => {
    const log: CallLog = [{ type: 'action', name: 'a', input: null, response: null, order: 0 }];
    const calls: string[] = [];
    const script = 'try { await actions.b(); } catch { console.log("caught"); } finally { console.log("finally"); }';
    const session = open(script, { callLog: log, onTurn: () => calls.push('turn') });

    expect(() => session.start()).toThrow(CallLogMismatchError);

    expect(session.console).toEqual([]);
    expect(calls).toEqual([]);
  });

  test('reports entries that the script never reached, with its own exception as the cause', () => {
    const log: CallLog = [{ type: 'action', name: 'a', input: null, response: null, order: 0 }];

    const error = mismatch('await Promise.resolve(); throw new Error("own");', log);

    // Nothing is open that could take the outcome that is due.
    expect(error).toMatchObject({ position: 0, reason: 'unreached', observed: undefined, cause: { message: 'own' } });
  });

  test('an outcome that can no longer be delivered is found before any call is handed out', () => {
    const log: CallLog = [null, { type: 'action', name: 'b', input: {}, response: 1, order: 0 }];

    expect(mismatch('return actions.charge({});', log)).toMatchObject({ position: 1, reason: 'order' });
  });

  test('does not compare inputs of actions that say so, and does not mind the order of keys', () => {
    const log: CallLog = [{ type: 'action', name: 'pay', input: { b: 1, a: 2 }, response: 7, order: 0 }];

    const reordered = open('return actions.pay({ a: 2, b: 1 });', { callLog: log });
    const ignored = open('return actions.pay({ a: 3 });', { callLog: log, ignoreInputs: ['pay'] });

    expect([reordered.start().state, ignored.start().state]).toEqual(['completed', 'completed']);
  });
});

describe('limits', () => {
  const outcome = (script: string, limits: SessionOptions['limits'], respond?: Outcome) => {
    const session = open(script, { limits: limits ?? {} });
    drive(session, () => respond ?? { response: 'x'.repeat(50) });
    return session.outcome;
  };

  test.each([
    ['LIMIT_FUEL', 'try { for (;;) {} } catch {} finally { actions.a(); }', { fuel: 3 }],
    [
      'LIMIT_MEMORY',
      'try { const x = []; for (;;) x.push(new Uint8Array(1e6)); } catch { return 1; }',
      { memoryBytes: 2 ** 24 },
    ],
    ['LIMIT_POSITIONS', 'for (;;) await actions.a();', { positions: 5 }],
    ['LIMIT_IN_FLIGHT', 'for (let i = 0; i < 9; i++) actions.a();', { inFlight: 5 }],
    ['LIMIT_VALUE', 'return actions.a("y".repeat(90));', { valueBytes: 80 }],
    ['LIMIT_VALUE', 'return actions.a();', { valueBytes: 40 }],
    ['LIMIT_VALUE', 'return "y".repeat(90);', { valueBytes: 80 }],
    ['LIMIT_CONSOLE', 'for (;;) console.log("line");', { consoleBytes: 100 }],
    ['LIMIT_SOURCE', 'return 1; // and more than twenty bytes', { sourceBytes: 20 }],
  ])('%s ends the run: %s', (code, script, limits) => {
    const first = outcome(script, limits);

    expect(first).toMatchObject({ error: { code, limit: { value: Object.values(limits)[0] } } });
    expect(outcome(script, limits)).toEqual(first);
  });

  test('an instance that served a run which reached a limit serves the next one as a new one does', () => {
    const digest = () => {
      const session = open('await actions.a({ x: 1 });');
      session.start();
      const found = session.digest();
      session.close();
      return found;
    };
    const before = digest();

    for (let i = 0; i < 50; i++) open('const x = []; for (;;) x.push([x.length]);', { limits: { fuel: 20 } }).start();

    expect(digest()).toBe(before);
  });
});

describe('looking at data', () => {
  test('disturbs nothing, whatever reading it runs', () => {
    const script =
      'data.x = { get y() { globalThis.n = (globalThis.n ?? 0) + 1; return globalThis.n; } }; await actions.ask({}); return globalThis.n ?? 0;';
    const session = open(script);
    session.start();
    const before = session.digest();

    expect([session.data, session.data]).toEqual([{ x: { y: 1 } }, { x: { y: 1 } }]);

    expect(session.digest()).toBe(before);
    session.deliver(0, { response: null });
    expect(session.outcome).toEqual({ value: 0 });
  });

  test.each([
    ['throws', 'throw new Error("no")'],
    ['loops', 'for (;;) {}'],
    ['calls', 'void actions.a(); return 1'],
    ['reads the clock', 'return Date.now()'],
  ])('is a warning where reading it %s', (_, body) => {
    const session = open(`data.x = { get y() { ${body} } }; await actions.ask({});`, {
      limits: { fuel: 5 },
      data: { d: 1 },
    });
    session.start();

    expect(session.data).toEqual({ d: 1 });

    expect(session.warnings).toMatchObject([{ code: 'data-unreadable' }]);
    expect(session.positions).toBe(1);
  });
});

describe('a script that cannot be started', () => {
  test('fails with the place of a syntax error that it meets while it runs', () => {
    const session = open('const ok = 1;\nreturn new RegExp("a").test("a") && eval("1 +");');

    session.start();

    expect(session.outcome).toMatchObject({ error: { name: 'SyntaxError', location: { line: 2 } } });
  });

  test('ends at its size before it is parsed', () => {
    const session = open(`${'('.repeat(3_000)} this does not parse`, { limits: { sourceBytes: 1_000 } });

    expect(session.start().state).toBe('failed');
    expect(session.outcome).toMatchObject({ error: { code: 'LIMIT_SOURCE' } });
  });

  test('was linked against other actions', () => {
    const script = compileScript('return actions.a();', { actions: ['a'] });

    expect(() => engine.open({ script, actions: ['a', 'b'] })).toThrow('linked against the actions [a], not [a, b]');
  });
});

test('what a host clock throws comes out as it is, and a reading that no log could hold is refused', () => {
  const broken = open('return Date.now();', {
    now: () => {
      throw new Error('no clock');
    },
  });

  expect(() => broken.start()).toThrow('no clock');
  expect(() => open('return Date.now();', { now: () => Number.NaN }).start()).toThrow('`now` must give milliseconds');
  expect(() => open('return Math.random();', { random: () => 1 }).start()).toThrow(
    '`random` must give a number in [0, 1)',
  );
});
