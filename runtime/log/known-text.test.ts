import { expect, test } from 'vitest';
import { KnownResponse } from './known-text.ts';

test('a response of a known text is an outcome like any other, and gives its text to who asks', () => {
  const known = new KnownResponse('{ "a": 1.0 }');

  expect(known.response).toEqual({ a: 1 });
  expect(KnownResponse.textOf(known)).toBe('{ "a": 1.0 }');
  expect(JSON.stringify(known)).toBe('{"response":{"a":1}}');
});

test('an outcome that only looks like one has no known text', () => {
  expect(KnownResponse.textOf({ response: { a: 1 } })).toBeUndefined();
  expect(KnownResponse.textOf({ error: { name: 'E', message: '' } })).toBeUndefined();
  expect(() => new KnownResponse('{')).toThrow(SyntaxError);
});
