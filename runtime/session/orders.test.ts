import { describe, expect, test } from 'vitest';
import type { CallLog, CallLogEntry } from '../log/entry.ts';
import { Orders } from './orders.ts';

/** A log of actions with these orders by position; `null` for a hole. */
function logOf(...orders: (number | null)[]): CallLog {
  return orders.map((order): CallLogEntry | null =>
    order === null ? null : { type: 'action', name: 'a', input: null, response: null, order },
  );
}

describe('outcomes that are due', () => {
  test('come in settle order, whatever their positions', () => {
    const orders = new Orders(logOf(2, 0, null, 1));

    expect([0, 1, 2, 3].map((order) => orders.dueFrom(order)?.position)).toEqual([1, 3, 0, undefined]);
  });

  test('are those of the order asked for or the next greater one, however often it is asked', () => {
    const orders = new Orders(logOf(1, 4));

    expect([0, 0, 1, 2, 4, 4].map((order) => orders.dueFrom(order))).toEqual(
      [1, 1, 1, 4, 4, 4].map((order) => ({ order, position: order === 1 ? 0 : 1 })),
    );
    expect(orders.dueFrom(5)).toBeUndefined();
  });

  test('are looked for where they can be, and nowhere else', () => {
    const orders = new Orders(logOf(0, 3, 1, 2), [1, 3]);

    expect([2, 3].map((order) => orders.dueFrom(order)?.position)).toEqual([3, 1]);
  });

  test('are none in a log without orders', () => {
    const log: CallLog = [
      { type: 'now', response: 1 },
      { type: 'action', name: 'a', input: null, response: null },
      null,
    ];

    expect(new Orders(log).given).toBe(false);
    expect(new Orders(log).dueFrom(0)).toBeUndefined();
    expect(new Orders(logOf(0)).given).toBe(true);
  });
});

describe('the order of a fresh outcome', () => {
  test('is the lowest that is free: first those that are missing, then those past the end', () => {
    const orders = new Orders(logOf(0, 4, null, 2));

    expect([1, 2, 3, 4].map(() => orders.takeFree())).toEqual([1, 3, 5, 6]);
  });

  test('is not below what was delivered before the attempt began', () => {
    const orders = new Orders(logOf(5), [0], 4);

    expect([1, 2, 3].map(() => orders.takeFree())).toEqual([4, 6, 7]);
  });
});

test('the end is past every order that is taken', () => {
  expect(new Orders([]).end).toBe(0);
  expect(new Orders([], [], 3).end).toBe(3);
  const orders = new Orders(logOf(1, 3));
  expect(orders.end).toBe(4);
  for (let taken = 0; taken < 3; taken++) orders.takeFree();
  expect(orders.end).toBe(5);
});
