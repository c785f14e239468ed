import { describe, expect, test } from 'vitest';
import { budget, cases, json, position, seed, shard, threads } from './values.ts';

describe('a budget', () => {
  test.each([
    ['500ms', 500],
    ['60s', 60_000],
    ['1.5m', 90_000],
    ['2min', 120_000],
    ['1h', 3_600_000],
  ])('%s is %i ms', (text, ms) => {
    expect(budget(text)).toBe(ms);
  });

  test.each(['60', '0s', '-5s', 's', '1 s', '1e3s', '10d', '9999h', ''])(
    '%j is refused with the right form',
    (text) => {
      expect(() => budget(text)).toThrow('--budget 60s');
    },
  );
});

describe('whole numbers', () => {
  test.each(['0', '-1', '1.5', 'many', '', '1e3', '0x10', '9999999999999999'])('--cases %j is refused', (text) => {
    expect(() => cases(text)).toThrow('a whole number from 1');
  });

  test('what fits is taken', () => {
    expect(cases('3000')).toBe(3000);
    expect(threads('2')).toBe(2);
    expect(seed('4294967295')).toBe(4294967295);
    expect(position('0')).toBe(0);
  });

  test.each(['4294967296', '-1', 'abc'])('--seed %j is refused', (text) => {
    expect(() => seed(text)).toThrow('0 to 4294967295');
  });

  test('absurd numbers of threads are refused', () => {
    expect(() => threads('1000')).toThrow('256');
  });
});

describe('a shard', () => {
  test('is i of n, from 1', () => {
    expect(shard('2/5')).toEqual({ index: 2, count: 5 });
    expect(shard('1/1')).toEqual({ index: 1, count: 1 });
  });

  test.each(['0/2', '3/2', '1', '1/0', 'a/b', '1/2/3', '-1/2'])('%j is refused', (text) => {
    expect(() => shard(text)).toThrow('--shard 1/4');
  });
});

describe('JSON on the command line', () => {
  test('is any JSON', () => {
    expect(json('{"a":[1,null]}')).toEqual({ a: [1, null] });
  });

  test('a fault is shown with its place', () => {
    expect(() => json('{"a": tru}')).toThrow('It is not JSON: unexpected "t" at line 1, column 7.');
    expect(() => json('{"a": tru}')).toThrow('  1 | {"a": tru}\n    |       ^');
    expect(() => json('{a:1}')).toThrow('unexpected "a" at line 1, column 2');
  });

  test('a text that stops is said to', () => {
    expect(() => json('{"a":')).toThrow('it ends too early');
    expect(() => json('')).toThrow('it is empty');
  });

  test('a bare word is told about quotes', () => {
    expect(() => json('yes')).toThrow(`A string needs its quotes, as '"yes"'.`);
  });
});
