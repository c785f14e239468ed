import { describe, expect, test } from 'vitest';
import { expectSameOnReplay, play } from './support/play.ts';

/** After each of these the bridge must still carry calls, answers, values, data and console lines. */
const patches: [string, string][] = [
  ['JSON.parse', 'JSON.parse = () => "patched";'],
  ['JSON.stringify', 'JSON.stringify = () => "patched";'],
  ['JSON', 'globalThis.JSON = null;'],
  ['Promise', 'globalThis.Promise = class extends Promise { static resolve() { return 7; } };'],
  [
    'Array.prototype',
    'for (const k of ["push", "map", "forEach", "join", "slice", "shift"]) Array.prototype[k] = () => { throw new Error(k); };',
  ],
  ['Array iteration', 'Array.prototype[Symbol.iterator] = function* () { yield "patched"; };'],
  [
    'Object.prototype accessors',
    'for (const k of ["response", "error", "text", "then", "position", "name", "input"]) Object.defineProperty(Object.prototype, k, { configurable: true, set() { throw new Error(k); }, get() { return undefined; } });',
  ],
  ['Map and Set', 'Map.prototype.get = Map.prototype.set = Set.prototype.has = () => { throw new Error("patched"); };'],
  [
    'Object statics',
    'Object.keys = Object.entries = Object.defineProperty = Object.getPrototypeOf = Object.freeze = () => { throw new Error("patched"); };',
  ],
  ['Reflect', 'for (const k of Object.getOwnPropertyNames(Reflect)) Reflect[k] = () => { throw new Error(k); };'],
  [
    'Function.prototype.call',
    'Function.prototype.call = Function.prototype.apply = Function.prototype.bind = () => { throw new Error("patched"); };',
  ],
  ['Error', 'globalThis.Error = function () { throw 1; }; TypeError.prototype.name = "patched";'],
  [
    'Number and String',
    'Number.isFinite = () => false; Number.isNaN = () => true; String.prototype.slice = String.prototype.includes = () => { throw 1; };',
  ],
  ['Symbol.species', 'Object.defineProperty(Promise, Symbol.species, { get() { throw new Error("species"); } });'],
  ['console and data', 'console.log = () => {}; globalThis.input = 1;'],
];

/** After these the language itself does something else with the script's own values. */
const selfHarm: [string, string][] = [
  ['Object.prototype.toJSON', 'Object.prototype.toJSON = () => "patched";'],
  [
    'Array index accessors',
    'Object.defineProperty(Array.prototype, 0, { configurable: true, set() { throw 1; }, get() { return "patched"; } });',
  ],
];

const rest = `
  const r = await actions.a({ n: [1, { x: null }] });
  let failed = '';
  try { await actions.fail(); } catch (e) { failed = e.code; }
  data.r = r;
  return [r, failed];`;

const world = ({ name, input }: { name: string; input: unknown }) =>
  name === 'fail' ? { error: { name: 'E', message: 'm', code: 'C' } } : { response: input as never };

describe('a script that patches', () => {
  test.each(patches)('%s still has its calls carried exactly', (_name, patch) => {
    const live = play({ script: patch + rest, world });

    expect(live.outcome).toEqual({ value: [{ n: [1, { x: null }] }, 'C'] });
    expect(live.data).toEqual({ r: { n: [1, { x: null }] } });
    expect(live.callLog[0]).toMatchObject({ name: 'a', input: { n: [1, { x: null }] } });
    expectSameOnReplay(live);
  });

  test.each(selfHarm)('%s gets what it asked for, and the same on replay', (_name, patch) => {
    expectSameOnReplay(play({ script: patch + rest, world }));
  });

  test.each([...patches, ...selfHarm])('%s does so in its own run only', (_name, patch) => {
    const before = play({ script: rest, world });
    play({ script: patch + rest, world });

    expect(play({ script: rest, world }).digests).toEqual(before.digests);
  });

  test('the then of its own promises runs its own code, and that is replayed', () => {
    const script = `
      const then = Promise.prototype.then;
      let thens = 0;
      Promise.prototype.then = function (...args) { thens++; return then.apply(this, args); };
      const r = await actions.a(1).then((x) => x + 1);
      await Promise.all([actions.a(2), actions.a(3)]);
      return [r, thens];`;
    const live = play({ script });

    expect(live.outcome).toEqual({ value: [2, expect.any(Number)] });
    expectSameOnReplay(live);
  });
});
