import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { isPlainObject } from './json-fault.ts';

test.each<[string, object]>([
  ['of this realm', { a: 1 }],
  ['of another realm', runInNewContext('({ a: 1 })')],
  ['without prototype', Object.create(null)],
])('an object %s is plain', (_, value) => {
  expect(isPlainObject(value)).toBe(true);
});

test.each<[string, object]>([
  ['an instance', new (class Point {})()],
  ['an instance of another realm', runInNewContext('new Map()')],
  ['an array', []],
  ['one that has another as its prototype', Object.create(Object.create(null))],
  ['one whose prototype only has what the root of all has', Object.create({ hasOwnProperty: true })],
])('%s is not plain', (_, value) => {
  expect(isPlainObject(value)).toBe(false);
});
