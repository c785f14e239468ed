import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Json } from './entry.ts';
import { Payload } from './payload.ts';

test('text and value say the same, whichever came first', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (generated) => {
      const text = JSON.stringify(generated);
      const value = JSON.parse(text) as Json;

      expect(Payload.ofText(text).value).toEqual(value);
      expect(Payload.ofValue(value).text).toBe(text);
    }),
  );
});

test('a text is parsed once, and kept as it was given', () => {
  const payload = Payload.ofText('{ "b": [1.50], "a": null }');

  expect(payload.value).toBe(payload.value);
  expect(payload.text).toBe('{ "b": [1.50], "a": null }');
});

test('null is a value like any other', () => {
  expect(Payload.ofValue(null).text).toBe('null');
  expect(Payload.ofText('null').value).toBeNull();
});
