import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Json } from '../log/entry.ts';
import { copyOf } from './json-of.ts';

test('a copy is equal and shares nothing, however deep', () => {
  const deep = (depth: number): Json => (depth === 0 ? { leaf: [1] } : [deep(depth - 1)]);
  const json = fc.oneof(fc.jsonValue({ maxDepth: 6 }), fc.constantFrom(48, 49, 50, 51, 52, 200).map(deep));

  fc.assert(
    fc.property(json, (value) => {
      const copy = copyOf(value as Json);

      expect(JSON.stringify(copy)).toBe(JSON.stringify(value));
      const originals = objectsIn(value);
      expect([...objectsIn(copy)].filter((object) => originals.has(object))).toEqual([]);
    }),
  );
});

test('a name that means something to the language stays a name', () => {
  const value = JSON.parse('{"__proto__":{"a":[1]},"constructor":2}') as Json;

  const copy = copyOf(value);

  expect(JSON.stringify(copy)).toBe('{"__proto__":{"a":[1]},"constructor":2}');
  expect(Object.getPrototypeOf(copy)).toBe(Object.prototype);
});

function objectsIn(value: unknown, found = new Set<unknown>()): Set<unknown> {
  if (typeof value !== 'object' || value === null) return found;
  found.add(value);
  for (const inner of Object.values(value)) objectsIn(inner, found);
  return found;
}
