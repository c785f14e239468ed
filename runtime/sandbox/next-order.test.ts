import { expect, test } from 'vitest';
import type { CallLogEntry } from '../log/entry.ts';
import { NextOrder } from './next-order.ts';

const entry = (order?: number): CallLogEntry => ({
  type: 'action',
  name: 'a',
  input: null,
  response: null,
  ...(order !== undefined && { order }),
});

test('in a log with orders the next is the lowest that is missing', () => {
  const next = new NextOrder([entry(0), entry(3), null, entry(1)]);
  const given: number[] = [];

  for (let index = 0; index < 3; index++) {
    given.push(next.after(0));
    next.settled(index < 2);
  }

  expect(given).toEqual([2, 4, 5]);
});

test('in a log without orders it follows what was delivered, and what was recorded since', () => {
  const next = new NextOrder([entry(), null, { type: 'now', response: 1 }]);

  const first = next.after(1);
  next.settled(true);
  const second = next.after(2);
  next.settled(false);

  expect([first, second, next.after(2)]).toEqual([1, 2, 3]);
});
