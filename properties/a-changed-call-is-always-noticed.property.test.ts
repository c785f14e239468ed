import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cases } from '../harness/generate/index.ts';
import { type ActionEntry, type CallLog, type CallLogEntry, CallLogMismatchError } from '../runtime/index.ts';
import { again, echo, nothing, type Play, play, type World } from './support/play.ts';

/** The mismatch that a script and a log lead to. Fails if an action is executed on the way, or nothing is noticed. */
function mismatch(given: Play): CallLogMismatchError {
  try {
    play({ world: nothing, ...given });
  } catch (error) {
    if (error instanceof CallLogMismatchError) return error;
    throw error;
  }
  throw new Error('The divergence went unnoticed');
}

const answered = (name: string, input: ActionEntry['input'] = null, order?: number): ActionEntry => ({
  type: 'action',
  name,
  input,
  response: 1,
  ...(order !== undefined && { order }),
});

describe('the kind of a crossing', () => {
  const reads = [
    ['now', { type: 'now', response: 1 }, 'return Date.now();'],
    ['random', { type: 'random', response: 0.5 }, 'return Math.random();'],
    ['action', answered('a'), 'return await actions.a();'],
  ] as const satisfies readonly (readonly [string, CallLogEntry, string])[];
  const pairs = reads.flatMap(([was, entry]) =>
    reads.filter(([is]) => is !== was).map(([is, , script]) => [was, is, entry, script] as const),
  );

  test.each(pairs)('a recorded %s where the script does %s now', (_was, is, entry, script) => {
    const error = mismatch({ script, actions: ['a'], callLog: [entry] });

    expect(error).toMatchObject({ position: 0, reason: 'kind', recorded: entry, observed: { type: is } });
  });
});

describe('the input of a call', () => {
  test('one field: the message names its path and both values, and the source line', () => {
    const script = 'const fee = 1;\nreturn actions.pay({ amount: 2 });';
    const error = mismatch({ script, callLog: [answered('pay', { amount: 1 })] });

    expect(error).toMatchObject({ position: 0, reason: 'input', location: { line: 2 } });
    expect(error.message).toContain('$.amount');
    expect(error.message).toMatch(/\b1\b/);
    expect(error.message).toMatch(/\b2\b/);
    expect(error.message).toContain('return actions.pay({ amount: 2 });');
  });

  test('any two different values, however alike', () => {
    const values = [
      null,
      {},
      [],
      '',
      '0',
      0,
      false,
      'a',
      'A',
      'é',
      'e\u0301',
      '\ud800',
      [1, 2],
      [2, 1],
      [[1], 2],
      { a: null },
      { b: null },
      { a: [] },
      '__proto__',
    ];
    for (const was of values) {
      for (const is of values) {
        const given = { script: 'return actions.a(input);', input: is, callLog: [answered('a', was)] };
        if (was === is) expect(play({ ...given, world: nothing }).outcome).toEqual({ value: 1 });
        else expect(mismatch(given).reason).toBe('input');
      }
    }
  });

  test('order of keys is no difference', () => {
    const callLog = [answered('a', { y: { q: 1, p: 2 }, x: 1 })];

    expect(play({ script: 'return actions.a({ x: 1, y: { p: 2, q: 1 } });', callLog, world: nothing }).outcome).toEqual(
      { value: 1 },
    );
  });
});

describe('calls removed, added, swapped, renamed', () => {
  const letters = fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 6 });
  const scriptOf = (names: readonly string[]) =>
    names.map((name, i) => `await actions.${name}({ i: ${i} });`).join('\n');
  const actions = ['a', 'b', 'c'];

  test('a removed call is an unreached entry, or another name or input at its place', () => {
    fc.assert(
      fc.property(letters, fc.nat(), (names, at) => {
        const { callLog } = play({ script: scriptOf(names), actions });
        const removed = names.flatMap((name, i) =>
          i === at % names.length ? [] : [`await actions.${name}({ i: ${i} });`],
        );
        const error = mismatch({ script: removed.join('\n'), actions, callLog });

        expect(error.position).toBe(at % names.length);
        expect(['unreached', 'name', 'input']).toContain(error.reason);
      }),
    );
  });

  test('an added call is noticed at its place', () => {
    fc.assert(
      fc.property(letters, fc.nat(), (names, at) => {
        const { callLog } = play({ script: scriptOf(names), actions });
        const place = at % names.length;
        const script = scriptOf(names).split('\n').toSpliced(place, 0, "await actions.a('new');").join('\n');

        expect(mismatch({ script, actions, callLog }).position).toBe(place);
      }),
    );
  });

  test('two swapped calls are noticed at the first of them', () => {
    fc.assert(
      fc.property(letters, fc.nat(), fc.nat(), (names, one, other) => {
        const [from, to] = [one % names.length, other % names.length].toSorted((a, b) => a - b) as [number, number];
        fc.pre(from !== to);
        const { callLog } = play({ script: scriptOf(names), actions });
        const lines = scriptOf(names).split('\n');
        const script = lines
          .with(from, lines[to] as string)
          .with(to, lines[from] as string)
          .join('\n');

        expect(mismatch({ script, actions, callLog })).toMatchObject({ position: from });
      }),
    );
  });

  test('a script that ends early leaves entries unreached, and says how it ended if it threw', () => {
    const { callLog } = play({ script: 'await actions.a(); return await actions.b();' });

    expect(mismatch({ script: 'return await actions.a();', actions, callLog })).toMatchObject({
      position: 1,
      reason: 'unreached',
      observed: undefined,
    });
    expect(
      mismatch({ script: "await actions.a(); throw new RangeError('early');", actions, callLog }).cause,
    ).toMatchObject({ name: 'RangeError', message: 'early' });
  });
});

describe('an outcome that can no longer be delivered', () => {
  const hole = [null, answered('b', {}, 0)];

  test('is reported before the call in its place has any effect', () => {
    const error = mismatch({ script: 'return actions.charge({});', actions: ['charge', 'b'], callLog: hole });

    expect(error).toMatchObject({ reason: 'order', position: 1 });
  });

  test('also deeper in: when the script stops before the call that was answered next', () => {
    const callLog: CallLog = [answered('a', null, 0), null, answered('b', {}, 1)];
    const error = mismatch({
      script: 'await actions.a(); return actions.charge({});',
      actions: ['a', 'b', 'charge'],
      callLog,
    });

    expect(error).toMatchObject({ reason: 'order', position: 2 });
  });

  test('a gap in the orders that nothing outstanding can fill is a mismatch', () => {
    const callLog: CallLog = [answered('a', null, 1)];

    expect(mismatch({ script: 'return actions.a();', callLog })).toMatchObject({ reason: 'order', position: 0 });
  });
});

describe('a script cannot keep a mismatch from its caller', () => {
  const callLog = [answered('b')];

  test.each([
    ['catch', 'try { await actions.a(); } catch { await actions.b(); }'],
    ['finally', 'try { await actions.a(); } finally { await actions.b(); }'],
    ['a rejection handler', 'await actions.a().catch(() => actions.b());'],
    [
      'a generator left open',
      'function* g() { try { yield actions.a(); } finally { void actions.b(); } } for (const x of g()) await x;',
    ],
    ['Promise.allSettled', 'await Promise.allSettled([actions.a()]); await actions.b();'],
    ['a promise that nobody awaits', 'void actions.a(); await actions.b();'],
    ['an endless loop round it', 'for (;;) { try { await actions.a(); } catch {} }'],
  ])('with %s', (_how, script) => {
    const error = mismatch({ script, actions: ['a', 'b'], callLog });

    expect(error).toMatchObject({ position: 0, reason: 'name', observed: { name: 'a' } });
    expect(error.callLog).toEqual([expect.objectContaining({ name: 'b' })]);
  });
});

describe('nothing that settled is lost', () => {
  test('the mismatch carries the log as far as it got', () => {
    const { callLog } = play({ script: 'await actions.a(); await actions.b(); return actions.c();' });
    const error = mismatch({ script: 'await actions.a(); return actions.c();', actions: ['a', 'b', 'c'], callLog });

    expect(error.position).toBe(1);
    expect(error.callLog[0]).toEqual(callLog[0]);
  });
});

describe('an unchanged script', () => {
  const pausing: World = (call) => (call.position % 3 === 2 ? undefined : echo(call));

  test('is never accused, wherever its log ends', () => {
    fc.assert(
      fc.property(cases(), fc.nat(12), ({ script, actions, input, data }, cut) => {
        const live = play({ script, actions, input, data, world: pausing });
        const kept = Math.min(cut, live.delivered);
        const prefix = live.callLog.map((entry) =>
          entry?.type === 'action' && (entry.order ?? 0) >= kept ? null : entry,
        );

        expect(() => again(live, { callLog: prefix, world: () => undefined })).not.toThrow();
      }),
      { numRuns: 200 },
    );
  });
});
