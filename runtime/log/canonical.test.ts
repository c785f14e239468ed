import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalJson, firstDifference } from './canonical.ts';
import type { Json } from './entry.ts';

const json = fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value)) as Json);

describe('canonicalJson', () => {
  test('says the same as the value', () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(JSON.parse(canonicalJson(value))).toEqual(value);
      }),
    );
  });

  test('does not depend on the order of keys', () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(canonicalJson(reversedKeys(value))).toBe(canonicalJson(value));
      }),
    );
  });

  test('is the same for two values exactly when they do not differ', () => {
    fc.assert(
      fc.property(json, json, (left, right) => {
        expect(canonicalJson(left) === canonicalJson(right)).toBe(firstDifference(left, right) === undefined);
      }),
    );
  });

  test('sorts by code units and keeps __proto__', () => {
    expect(canonicalJson(JSON.parse('{"b":1,"__proto__":{"z":1,"a":2},"B":-0,"\u{1f600}":0,"\uffff":0}'))).toBe(
      '{"B":0,"__proto__":{"a":2,"z":1},"b":1,"\u{1f600}":0,"\uffff":0}',
    );
  });
});

describe('firstDifference', () => {
  test('finds none between a value and itself with other keys first', () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(firstDifference(value, reversedKeys(value))).toBeUndefined();
      }),
    );
  });

  test.each<[string, Json, Json, object]>([
    ['a changed field', { amount: 1 }, { amount: 2 }, { path: '$.amount', recorded: 1, observed: 2 }],
    [
      'deep inside',
      { items: [0, { price: 1 }] },
      { items: [0, { price: '1' }] },
      { path: '$.items[1].price', recorded: 1, observed: '1' },
    ],
    ['a field that is gone', { a: 1, b: null }, { a: 1 }, { path: '$.b', recorded: null }],
    ['a field that is new', { a: 1 }, { a: 1, 'b c': 2 }, { path: '$["b c"]', observed: 2 }],
    ['a shorter array', [1, 2], [1], { path: '$[1]', recorded: 2 }],
    ['a longer array', [1], [1, 2], { path: '$[1]', observed: 2 }],
    ['another kind', [1], { 0: 1 }, { path: '$', recorded: [1], observed: { 0: 1 } }],
    ['null is not an object', null, {}, { path: '$', recorded: null, observed: {} }],
    ['names on the prototype', {}, { constructor: 1 }, { path: '$.constructor', observed: 1 }],
    [
      'the first of several, in the recorded order',
      { z: 1, a: 1 },
      { a: 2, z: 2 },
      { path: '$.z', recorded: 1, observed: 2 },
    ],
  ])('%s', (_, recorded, observed, difference) => {
    // Strictly: a side that has nothing there has no property.
    expect(firstDifference(recorded, observed)).toStrictEqual(difference);
  });

  test('where __proto__ differs', () => {
    const recorded = JSON.parse('{"__proto__":{"a":1}}') as Json;
    const observed = JSON.parse('{"__proto__":{"a":2}}') as Json;

    expect(firstDifference(recorded, observed)).toEqual({ path: '$.__proto__.a', recorded: 1, observed: 2 });
  });
});

function reversedKeys(value: Json): Json {
  if (Array.isArray(value)) return value.map(reversedKeys);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).reverse();
  return Object.fromEntries(entries.map(([key, inner]) => [key, reversedKeys(inner)]));
}
