import { expect, test } from 'vitest';
import { jsonFault } from './json-value.ts';

test.each<[unknown, string | undefined]>([
  [null, undefined],
  [{ a: [1, null] }, undefined],
  [[null, Number.NaN], '$[1] is NaN'],
  [[[1], Number.NaN], '$[1] is NaN'],
  [{ a: null, b: { c: 1n } }, '$.b.c is a BigInt'],
])('what keeps %o from being plain is found, however much plain comes before it', (value, fault) => {
  expect(jsonFault(value)).toBe(fault);
});

test('what a property throws when it is read is passed on', () => {
  const thrown = new Error('not now');
  const value = {
    toJSON: 1,
    get a() {
      throw thrown;
    },
  };

  expect(() => jsonFault(value)).toThrow(thrown);
});
