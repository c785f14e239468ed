import { beforeAll, describe, expect, test } from 'vitest';
import { Engine, type EngineLike, type Json } from '../../runtime/index.ts';
import { type Behaviour, type Case, plainCase } from '../case/index.ts';
import { behaving, opening } from './control.ts';
import { engineAgreesWithV8 } from './engine-agrees-with-v8.ts';
import { sameSeen } from './engine-differences.ts';
import { runCase } from './judge.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await Engine.load();
});

const respond = (value: Json): Behaviour[] => [{ type: 'respond', value }];
const fails: Behaviour[] = [{ type: 'fail', failure: { name: 'Declined', message: 'no', code: 'E', data: { at: 1 } } }];

function kindsOf(testCase: Case, on: EngineLike = engine): string[] {
  return runCase(testCase, { engine: on, oracles: [engineAgreesWithV8] }).failures.map(({ kind }) => kind);
}

function judged(script: string, given: Partial<Case> = {}, on?: EngineLike): string[] {
  return kindsOf(plainCase(script, given), on);
}

describe('V8 agrees', () => {
  test.each([
    ['a race', 'return Promise.race([actions.a(1), actions.b(2).then(() => actions.a(3))]);'],
    ['reads', 'return [Date.now(), Math.random(), new Date().getTime(), Date().length, [1, 2].map(Math.random)];'],
    [
      'a failure',
      'try { await actions.a(); } catch (e) { return [e.name, e.message, e.code, e.data, Object.keys(e), `${e}`]; }',
    ],
    ['a failure that nobody handles', 'actions.a(); actions.b(); await actions.ask(); return 1;'],
    ['its own failure', "throw Object.assign(new RangeError('far'), { code: 'C' });"],
    ['no value', 'return { a: [1, { b: NaN }] };'],
    ['data that cannot be told', 'data.x = 1n; return 1;'],
    ['data put in its place', 'data = [1]; return null;'],
    [
      'sleeps',
      'const t = setTimeout(() => console.log("never"), 5); clearTimeout(t); setTimeout(console.log, 10, "fired"); await sleep(20);',
    ],
    ['a timer that throws', 'setTimeout(() => { throw new Error("x"); }, 1); await sleep(5);'],
    [
      'what JSON cannot carry',
      'const seen = []; for (const bad of [1n, new Map(), [undefined], { a: { "b c": [new Set(), {}] } }, Symbol()]) try { await actions.a(bad); } catch (e) { seen.push(e.message); } return seen;',
    ],
    [
      'a lost race between hops',
      'const order = []; const hop = async (n, tag) => { for (let i = 0; i < n; i++) await null; order.push(tag); }; await Promise.all([hop(3, "a"), hop(2, "b"), actions.a().then(() => order.push("c"))]); return order;',
    ],
    ['an action as a handler', 'return actions.a().then(actions.b).then(console.log, console.error);'],
    ['being stuck', 'console.log(1); await new Promise(() => {});'],
    ['a module', 'const one = await actions.a(); export default async (input) => [one, input];'],
    ['what is not there', 'return [typeof WeakRef, typeof Intl, typeof Atomics, typeof WebAssembly];'],
    [
      'dates',
      'return [String(new Date(0)), new Date(2024, 1, 29, 3).toISOString(), new Date("2024-05-06T07:08:09").getHours(), new Date(0).getTimezoneOffset(), new Date(NaN).toString(), class extends Date {}.name];',
    ],
    [
      'the console',
      'console.log([1, [2, [3, [4, [5]]]]], new Map([[1, new Set([2])]]), { get x() { return 1; } }, -0, 1n, () => 1, class K {}, new Error("m"), undefined, [, 1], new Date(0), /x/g, Promise.resolve());',
    ],
    [
      'getters that count',
      'let n = 0; data.view = { get looks() { return ++n; }, x: null }; await actions.a({ get y() { return ++n; }, z: {} }); return n;',
    ],
    ['a thenable', 'return { then(done) { done(actions.a(7)); } };'],
  ])('about %s', (_what, script) => {
    for (const schedule of [[], [1, 1], [2, 1]])
      expect(judged(script, { behaviours: [fails, respond({ n: [1] }), []], schedule })).toEqual([]);
  });

  test('under the other clock and with seeded dice', () => {
    const script =
      'const at = Date.now(); await actions.a(); await sleep(1000); return [Math.random(), Math.random(), Date.now() - at];';

    expect(judged(script, { clock: 'event', random: 'seeded' })).toEqual([]);
  });

  test('about a run that was paused, answered and refused', () => {
    const ask = (then: Extract<Behaviour, { type: 'interrupt' }>['then']): Behaviour[] => [
      { type: 'interrupt', payload: 1, then },
    ];
    const script =
      'let no; try { await actions.ask(1); } catch (e) { no = e.code; } return [no, await Promise.race([actions.ask(2), actions.ask(3)])];';
    const behaviours = [
      ask({ type: 'reject', reason: 0 }),
      ask({ type: 'answer', answer: 'yes' }),
      ask({ type: 'leave' }),
    ];

    for (const onInterrupt of ['stop', 'settle'] as const)
      expect(judged(script, { behaviours, onInterrupt })).toEqual([]);
  });

  test('after a script that tore at everything', () => {
    const torn =
      'Array.prototype.map = null; Math.max = 3; JSON.parse = () => 1; globalThis.left = 1; delete globalThis.Reflect; Promise.prototype.then = 1; return 1;';
    const script =
      'return [[1].map(String), Math.max(1, 2), typeof left, typeof Reflect, await actions.a().then(() => 2)];';

    expect([judged(torn), judged(script)]).toEqual([[], []]);
  });
});

describe('V8 objects', () => {
  const script =
    'const x = await Promise.race([actions.a(1), actions.b(2)]); console.log(x); await actions.ask({ x }); return x;';
  const race = { behaviours: [respond(1), respond(2)], schedule: [1] };

  test('to a response that is another for the script than in the log', () => {
    const lying = behaving((session) => ({
      get callLog() {
        return session.callLog.map((entry) =>
          entry?.type === 'action' && 'response' in entry ? { ...entry, response: 'other' } : entry,
        );
      },
    }));

    expect(judged(script, race, lying(engine))).toEqual(['call:input']);
  });

  test('to data that a run begins with and that is not its own', () => {
    const other = opening((given) => ({ ...given, data: { other: true } }));

    expect(judged('await actions.a(); return data;', {}, other(engine))).toEqual(['value']);
  });

  test('to dice that are not of this run', () => {
    const other = opening((given) => ({ ...given, runId: 'another' }));

    expect(judged('return Math.random();', { random: 'seeded' }, other(engine))).toEqual(['value']);
  });

  test('to the order in which outcomes were delivered', () => {
    const swapped = behaving((session) => ({
      get callLog() {
        return session.callLog.map((entry) =>
          entry?.type === 'action' ? { ...entry, order: 1 - (entry.order ?? 0) } : entry,
        );
      },
    }));
    const two =
      'const seen = []; await Promise.all([actions.a(1).then((x) => seen.push(x)), actions.b(2).then((x) => seen.push(x))]); return seen;';

    expect(judged(two, race, swapped(engine))).toEqual(['value']);
  });
});

test('what both saw is the same but for the last digits and the words of errors', () => {
  expect(sameSeen({ a: [0.1 + 0.2] }, { a: [0.3] })).toBe(true);
  expect(sameSeen(0.3, 0.301)).toBe(false);
  expect(sameSeen({ m: 'not a function' }, { m: 'x is not a function' })).toBe(true);
  expect(sameSeen('one', 'two')).toBe(false);
  expect(sameSeen({ a: 1, b: 2 }, { b: 2, a: 1 })).toBe(false);
  expect(sameSeen([], {})).toBe(false);
  expect(sameSeen(null, [])).toBe(false);
});
