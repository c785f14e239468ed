import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compileBinary } from './binary.ts';
import { Guest } from './guest.ts';
import { defaultLimits } from './limits.ts';
import type { GuestPort } from './port.ts';
import { readWasmFile } from './wasm-file.ts';

const guest = Guest.boot(await compileBinary(await readWasmFile()));

interface Read {
  text: string | undefined;
  engineText: string;
  memory: Buffer;
}

/**
 * What a call's input looks like to the host, what the guest's own `JSON.stringify` makes of the same value afterwards, and the
 * memory that is left.
 */
function inputs(value: string, before = '', expected?: string): Read {
  let text: string | undefined;
  const stop = (): never => {
    throw new Error('nothing else is asked');
  };
  const port: GuestPort = {
    call: (_action, _slot, inputText) => {
      text = inputText;
    },
    expectedInput: () => expected,
    now: stop,
    random: stop,
    print: stop,
  };
  guest.reset();
  guest.start(
    {
      // What it returns is one string: the script may have changed what arrays are.
      code: `(async () => {
        "use strict";
        const { stringify } = JSON;
        ${before};
        const value = ${value};
        let refused = '';
        try { void actions.a(value); } catch (error) { refused = error.message; }
        return refused + '\\n' + (stringify(value) ?? 'null');
      })`,
      actionsText: '[["a"]]',
      inputText: 'null',
      dataText: '{}',
      limits: defaultLimits,
    },
    port,
  );
  const [refused, engineText] = (JSON.parse(guest.conclude().resultText) as string).split('\n') as [string, string];
  return { text: refused === '' ? text : refused, engineText, memory: Buffer.concat(guest.liveParts()) };
}

describe('the host reads an input as the engine would write it', () => {
  test.each([
    '0',
    '-0',
    '2147483647',
    '-2147483648',
    '2147483648',
    '1e21',
    '1e-7',
    '0.1 + 0.2',
    '5e-324',
    '1.7976931348623157e308',
    '123456789.125',
    'true',
    '[true, false, null]',
    '{}',
    '[]',
    '""',
    '"plain"',
    '"\\"\\\\\\n\\u0000\\u001f\\u007f"',
    '"é ü ÿ"',
    '"€ 漢 \\ud83d\\ude00"',
    '"\\ud800 alone \\udc00"',
    '"x".repeat(40000)',
    '"a".repeat(20000) + "b".repeat(20000) + input',
    '{ a: "a".repeat(9000) + "b".repeat(9000) + input }',
    '{ i: 1, name: "item", f: 1.5, n: null, b: true, nested: { list: [1, [2, [3]], { x: {} }] } }',
    '{ "odd key": 1, "\\"": 2, "é": 3, "€": 4, "": 5, __proto__: null }',
    '{ ["__proto__"]: 1, constructor: 2, toString: 3 }',
    '{ b: 1, 10: 2, 9: 3, a: 4, "-1": 5, 4294967295: 6 }',
    '{ b: 1, 2147483647: 2, 2147483648: 3, 4294967294: 4, "007": 5, "1e3": 6 }',
    '{ b: 1, 3000000000: 2 }',
    '{ a: undefined, b: 1, c() {}, [Symbol("s")]: 1, d: Symbol.iterator }',
    '{ get a() { return 1; }, b: 2 }',
    '{ toJSON: () => "own" }',
    '{ toJSON: 1, b: { toJSON() { return 7; } } }',
    'Object.create({ inherited: 1 }, { own: { value: 1, enumerable: true }, hidden: { value: 2 } })',
    'Object.assign(Object.create(null), { a: 1 })',
    'Object.freeze({ a: 1, b: [Object.freeze([1])] })',
    'new (class A { x = 1; #y = 2; })()',
    'new Proxy({ a: 1 }, {})',
    'new Proxy([1, 2], {})',
    'new Date(0)',
    'Object(1)',
    '[new String("s"), Object(true)]',
    'new Uint8Array([1, 2])',
    'Object.assign([1, 2], { extra: 1 })',
    'new (class L extends Array {})(3).fill(1)',
    '(function () { return arguments; })(1, 2)',
    '(() => { const o = { a: 1, b: 2, c: 3 }; delete o.b; o.d = 4; return o; })()',
    '(() => { const a = [1, 2, 3]; a.pop(); a.push("x"); a.length = 2; return a; })()',
    '(() => { const a = [1, 2, 3]; delete a[2]; a[2] = 4; return a; })()',
    'Object.freeze([1, 2])',
    'Object.defineProperty([1, 2], "length", { writable: false })',
    'Object.defineProperty([1, 2], 1, { get: () => 7, enumerable: true })',
    'Object.defineProperty([1, 2], 1, { value: 7, enumerable: false })',
    'Object.defineProperty({ a: 1, b: 2 }, "b", { enumerable: false })',
    'Object.setPrototypeOf([1, 2], { toJSON: () => "inherited" })',
    'Object.setPrototypeOf({ a: 1 }, [])',
    'Object.setPrototypeOf([1], Object.prototype)',
    'Array.prototype',
    'Object.prototype',
    'globalThis.actions',
    'data',
    'input',
    '(() => { const shared = { s: "shared" }; return [shared, { shared }, shared]; })()',
    '(() => { let o = "deep"; for (let i = 0; i < 63; i++) o = { o }; return o; })()',
    '(() => { let o = "deep"; for (let i = 0; i < 64; i++) o = { o }; return o; })()',
    '(() => { let o = "deep"; for (let i = 0; i < 65; i++) o = { o }; return o; })()',
    '(() => { let o = ["twice"]; for (let i = 0; i < 15; i++) o = [o, o]; return o; })()',
    '(() => { const s = "s".repeat(200000); return { s, again: s }; })()',
    '["x".repeat(262143)]',
    '["x".repeat(262142)]',
    'Array.from({ length: 262144 }, () => 1)',
    '(() => { let o = { leaf: 1 }; for (let i = 0; i < 200; i++) o = i % 2 ? [o] : { o }; return o; })()',
    'JSON.parse(\'{"a":{"b":[1,2,{"c":"d"}]},"e":1e3,"__proto__":1}\')',
    'Array.from({ length: 3000 }, (_, i) => ({ ["key" + i]: i, i }))',
  ])('%s', (value) => {
    const { text, engineText, memory } = inputs(value);

    expect(text).toBe(engineText);
    for (const expected of [
      engineText,
      `${engineText}}`,
      engineText.slice(0, -1),
      engineText.replace(/.(?=.?$)/su, 'x'),
      '',
    ]) {
      const read = inputs(value, '', expected);
      expect(read.text).toBe(engineText);
      expect(read.memory.equals(memory)).toBe(true);
    }
  });

  test('powers of two', () => {
    for (let exponent = -1074; exponent < 1024; exponent += 3) {
      const { text, engineText } = inputs(`2 ** ${exponent}`);
      expect(text).toBe(engineText);
    }
  });

  test('whatever JSON there is', () => {
    const key = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('toJSON', '__proto__', '7', '4294967294', 'ÿ'));
    const number = fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer(), fc.maxSafeInteger());
    const { json } = fc.letrec((tie) => ({
      json: fc.oneof(
        { depthSize: 'medium' },
        fc.oneof(number, fc.string({ unit: 'binary' }), fc.boolean(), fc.constant(null)),
        fc.array(tie('json')),
        fc.dictionary(key, tie('json')),
      ),
    }));

    fc.assert(
      fc.property(json, (value) => {
        const source = `JSON.parse(${JSON.stringify(JSON.stringify(value))})`;
        const { text, engineText, memory } = inputs(source);
        const read = inputs(source, '', engineText);

        expect([text, read.text]).toEqual([engineText, engineText]);
        expect(read.memory.equals(memory)).toBe(true);
      }),
      { numRuns: 150 },
    );
  });

  test.each([
    ['Object.prototype.toJSON = function () { return "patched"; }', '{ a: 1 }'],
    ['Array.prototype.toJSON = function () { return "patched"; }', '[1]'],
    ['Object.prototype.toJSON = function () { return "patched"; }', '[1]'],
    ['Object.prototype.toJSON = function () { return "patched"; }', '1'],
    ['Object.defineProperty(Object.prototype, "toJSON", { get: () => () => "patched", configurable: true })', '[{}]'],
    ['Object.setPrototypeOf(Array.prototype, { toJSON: () => "patched" })', '[1]'],
    ['Object.setPrototypeOf(Array.prototype, { toJSON: () => "patched" })', '{ list: [{ a: 1 }] }'],
    ['Object.setPrototypeOf(Array.prototype, new Proxy({}, { get: () => () => "patched" }))', '[1]'],
    ['delete Object.prototype.valueOf; Object.prototype.toJSON = () => "patched"', '{ a: 1 }'],
    ['Object.prototype.toString = () => "patched"; Array.prototype.join = null', '{ a: [1] }'],
    ['Object.prototype.a = 2; Array.prototype[1] = 3', '{ b: [1] }'],
    ['globalThis.JSON = null', '{ a: [1] }'],
    [
      'for (const name of Object.getOwnPropertyNames(Object.prototype).slice(0, 11)) delete Object.prototype[name]; for (let i = 0; i < 10; i++) Object.prototype["p" + i] = i; Object.prototype.toJSON = () => "patched"',
      '{ a: 1 }',
    ],
    ['String.prototype.toJSON = () => "patched"; Number.prototype.toJSON = () => "patched"', '{ s: "s", n: 1 }'],
  ])('after %s', (before, value) => {
    const { text, engineText } = inputs(value, before);

    expect(text).toBe(engineText);
    expect(inputs(value, before, '{"a":1}').text).toBe(engineText);
  });

  test.each([
    ['{ a: NaN }', 'actions.a: $.a is NaN, which JSON cannot carry'],
    ['[undefined]', 'actions.a: $[0] is undefined, which JSON cannot carry'],
    ['((a) => { a.length = 3; return a; })([1])', 'actions.a: $[1] is undefined, which JSON cannot carry'],
    ['[, 1]', 'actions.a: $[0] is undefined, which JSON cannot carry'],
    ['{ m: new Map() }', 'actions.a: $.m is a Map, which JSON cannot carry'],
    ['{ big: [1 / 0] }', 'actions.a: $.big[0] is Infinity, which JSON cannot carry'],
  ])('refuses %s', (value, message) => {
    expect(inputs(value).text).toBe(message);
  });
});
