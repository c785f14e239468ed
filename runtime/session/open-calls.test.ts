import { expect, test } from 'vitest';
import { OpenCalls } from './open-calls.ts';

function call(name: string) {
  return { slot: 1, name, inputText: 'null' };
}

test('calls are open until they are taken, and outstanding until they are settled', () => {
  const calls = new OpenCalls(0);
  calls.put(0, call('fresh'), true);
  calls.put(1, call('recorded'), false);
  calls.put(3, call('other'), true);
  expect([calls.count, ...calls.outstanding]).toEqual([3, 0, 3]);

  calls.settle(0);
  expect([calls.count, ...calls.outstanding]).toEqual([3, 3]);
  expect(calls.take(0)).toEqual(call('fresh'));

  expect(calls.count).toBe(2);
  expect([0, 1, 2, 3].map((position) => calls.at(position)?.name)).toEqual([undefined, 'recorded', undefined, 'other']);
  expect([...calls.entries()].map(([position]) => position)).toEqual([1, 3]);
});

test('calls that were open before the attempt began are found too', () => {
  const calls = new OpenCalls(100);
  for (const position of [101, 7]) calls.put(position, call(`at ${position}`), true);

  expect([...calls.entries()].map(([position, { name }]) => [position, name])).toEqual([
    [7, 'at 7'],
    [101, 'at 101'],
  ]);
});

test('a call that is not open cannot be taken', () => {
  const calls = new OpenCalls(0);
  calls.put(0, call('a'), true);
  calls.take(0);

  expect(() => calls.take(0)).toThrow('no call is open at position 0');
});
