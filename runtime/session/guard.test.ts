import { describe, expect, test } from 'vitest';
import type { Json } from '../log/entry.ts';
import { Payload } from '../log/payload.ts';
import { compareCall } from './guard.ts';
import type { Recorded } from './record.ts';

function recorded(name: string, input: Json): Recorded {
  const payloads = { input: Payload.ofValue(input), outcome: Payload.ofValue(null) };
  return { type: 'action', name, ...payloads, failed: false, order: 0, at: undefined };
}

const none = new Set<string>();

describe('a call', () => {
  test.each<[string, Recorded, string, string, string | undefined]>([
    ['is the recorded one', recorded('pay', { a: 1 }), 'pay', '{"a":1}', undefined],
    [
      'has its keys in another order',
      recorded('pay', { a: 1, b: [{ c: 1, d: 2 }] }),
      'pay',
      '{"b":[{"d":2,"c":1}],"a":1}',
      undefined,
    ],
    ['stands where the clock was read', { type: 'now', response: 1 }, 'pay', 'null', 'kind'],
    ['stands where a random number was drawn', { type: 'random', response: 0.5 }, 'pay', 'null', 'kind'],
    ['has another name', recorded('pay', null), 'paid', 'null', 'name'],
    ['has another name and another input', recorded('pay', 1), 'paid', '2', 'name'],
    ['has another input', recorded('pay', { a: 1 }), 'pay', '{"a":2}', 'input'],
    ['has its elements in another order', recorded('pay', [1, 2]), 'pay', '[2,1]', 'input'],
  ])('%s', (_, entry, name, inputText, reason) => {
    expect(compareCall(entry, name, inputText, none)).toBe(reason);
  });

  test('of an action whose inputs are not compared is looked at for its kind and name alone', () => {
    const ignoring = new Set(['pay']);

    expect(compareCall(recorded('pay', 1), 'pay', '2', ignoring)).toBeUndefined();
    expect(compareCall(recorded('ask', 1), 'ask', '2', ignoring)).toBe('input');
    expect(compareCall(recorded('ask', 1), 'pay', '1', ignoring)).toBe('name');
    expect(compareCall({ type: 'now', response: 1 }, 'pay', '1', ignoring)).toBe('kind');
  });
});
