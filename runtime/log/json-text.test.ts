import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toJsonText } from './json-text.ts';

describe('what JSON can carry', () => {
  test('is written as JSON.stringify writes it', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(toJsonText(value)).toBe(JSON.stringify(value));
      }),
    );
  });

  test('keeps every string, lone surrogates and names like __proto__ included', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' })), (value) => {
        expect(JSON.parse(toJsonText(value))).toEqual(value);
      }),
    );
    expect(JSON.parse(toJsonText('\ud800'))).toBe('\ud800');
    expect(toJsonText(JSON.parse('{"__proto__":{"a":null}}'))).toBe('{"__proto__":{"a":null}}');
  });

  test.each([
    ['-0', -0, '0'],
    ['a date', { at: new Date(0), none: null }, '{"at":"1970-01-01T00:00:00.000Z","none":null}'],
    ['properties that JSON leaves out', { a: undefined, b() {}, c: Symbol('c'), d: {} }, '{"d":{}}'],
    ['an empty instance of a class', new (class Point {})(), '{}'],
    ['an object without prototype', Object.create(null), '{}'],
    ['a boxed string beside null', [Object('x'), null], '["x",null]'],
    ['the same object twice', twice({ a: null }), '[{"a":null},{"a":null}]'],
    ['an error with data of its own', [Object.assign(new Error('lost'), { code: 5 }), null], '[{"code":5},null]'],
    ['a conversion to null', { toJSON: () => null }, 'null'],
  ])('%s', (_, value, text) => {
    expect(toJsonText(value)).toBe(text);
  });
});

describe('what JSON would corrupt is refused with its path', () => {
  test.each([
    [Number.NaN, '$ is NaN'],
    [{ items: [1, 2, 3, { price: Number.NaN }] }, '$.items[3].price is NaN'],
    [[Number.POSITIVE_INFINITY], '$[0] is Infinity'],
    [{ 'odd key': -Infinity }, '$["odd key"] is -Infinity'],
    [[Object(Number.NaN)], '$[0] is NaN'],
    [{ a: { n: 1n } }, '$.a.n is a BigInt'],
    [[Object(1n)], '$[0] is a BigInt'],
    [Object.assign(Object(1n), { unit: 'm' }), '$ is a BigInt'],
    [undefined, '$ is undefined'],
    [() => 1, '$ is a function'],
    [Symbol('s'), '$ is a symbol'],
    [[1, undefined], '$[1] is undefined'],
    [sparse(), '$[1] is undefined'],
    [[[() => 1]], '$[0][0] is a function'],
    [{ a: [Symbol('s')] }, '$.a[0] is a symbol'],
    [{ m: new Map([[1, 2]]) }, '$.m is a Map'],
    [new Set(), '$ is a Set'],
    [{ p: Promise.resolve(1) }, '$.p is a Promise'],
    [new WeakMap(), '$ is a WeakMap'],
    [[/x/], '$[0] is a RegExp'],
    [{ e: new Error('lost') }, '$.e is an Error'],
    [new ArrayBuffer(3), '$ is an ArrayBuffer'],
    [new Uint8Array(0), '$ is an Uint8Array'],
    [Object.assign(new Map(), { left: undefined }), '$ is a Map'],
    [{ toJSON: () => [Number.NaN] }, '$[0] is NaN'],
    [Object.assign([1], { toJSON: () => [Number.NaN] }), '$[0] is NaN'],
    [{ at: { toJSON: () => Number.NaN } }, '$.at is NaN'],
    [[null, { a: {}, b: [{}, Number.NaN] }], '$[1].b[1] is NaN'],
  ])('%o', (value, message) => {
    expect(() => toJsonText(value)).toThrow(new TypeError(message));
  });

  test('a cycle, at the place that closes it', () => {
    const order: Record<string, unknown> = { items: [{}] };
    (order.items as unknown[]).push({ back: order });

    expect(() => toJsonText(order)).toThrow(
      new TypeError('$.items[1].back refers back to a value that contains it: a cycle'),
    );
  });

  test('what is nested deeper than the host can write', () => {
    let value: unknown = null;
    for (let depth = 0; depth < 200_000; depth++) value = [value];

    expect(() => toJsonText(value)).toThrow('$ is nested too deeply');
  });

  test('wherever it hides', () => {
    const hidden = fc.constantFrom(Number.NaN, 1n, new Map(), new Set(), Promise.resolve());
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), fc.nat(), hidden, (values, seed, fault) => {
        const index = seed % (values.length + 1);
        const value = { list: [...values.slice(0, index), fault, ...values.slice(index)] };
        expect(() => toJsonText(value)).toThrow(`$.list[${index}] is `);
      }),
    );
  });

  test('what a conversion throws is passed on', () => {
    const thrown = new Error('no conversion');
    const value = {
      toJSON() {
        throw thrown;
      },
    };

    expect(() => toJsonText(value)).toThrow(thrown);
  });
});

function twice(value: unknown): unknown[] {
  return [value, value];
}

function sparse(): unknown[] {
  const values: unknown[] = [0];
  values[2] = 2;
  return values;
}
