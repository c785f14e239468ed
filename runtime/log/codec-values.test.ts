import { describe, expect, test } from 'vitest';
import { CallLogFormatError } from '../errors.ts';
import { believeCallLog, parseCallLog, parseEntryAt } from './codec.ts';

describe('what a message shows of a value', () => {
  test.each<[unknown, string]>([
    [true, 'true'],
    [null, 'null'],
    ['x'.repeat(60), `"${'x'.repeat(60)}"`],
    ['x'.repeat(61), `"${'x'.repeat(60)}…"`],
    [[1], 'an array'],
    [{ a: 1 }, 'an object'],
    [() => 1, 'a function'],
    [1n, 'a bigint'],
    [Symbol('s'), 'a symbol'],
  ])('%s', (type, shown) => {
    expect(() => parseCallLog([{ type }])).toThrow(
      `Call log, position 0: "type" is ${shown}; it is "action", "now" or "random".`,
    );
  });
});

describe('zeros', () => {
  test('have no sign in a log', () => {
    const log = parseCallLog([
      { type: 'now', response: -0 },
      { type: 'random', response: -0 },
      { type: 'action', name: 'a', input: null, response: 1, order: -0 },
      { type: 'action', name: 'a', input: null, error: { name: 'E', message: '' }, order: 1 },
    ]);

    expect(log.slice(0, 3)).toEqual([
      { type: 'now', response: 0 },
      { type: 'random', response: 0 },
      { type: 'action', name: 'a', input: null, response: 1, order: 0 },
    ]);
    const [failed] = parseCallLog([
      { type: 'action', name: 'a', input: null, error: { name: 'E', message: '' }, order: -0 },
    ]);
    expect(failed).toMatchObject({ order: 0 });
  });
});

describe('orders', () => {
  const action = (order: number) => ({ type: 'action', name: 'a', input: null, response: 1, order });

  test('beyond the length of the log are told apart, and found where they stand twice', () => {
    expect(() => parseCallLog([action(2), action(1), action(9)])).not.toThrow();
    expect(() => parseCallLog([action(9), null, action(9)])).toThrow('position 2: "order" is 9, as at position 0;');
    expect(() => parseCallLog([action(3), action(2), action(3)])).toThrow(
      'position 2: "order" is 3, as at position 0;',
    );
    expect(() => parseCallLog([action(2 ** 53)])).toThrow(`"order" is ${2 ** 53};`);
  });
});

describe('a log with event times', () => {
  const timed = { type: 'action', name: 'a', input: null, response: 1, at: '1700000000000-0000' };
  const untimed = { type: 'action', name: 'a', input: null, response: 1 };

  test('has one for every action, and needs none for reads and holes', () => {
    const log = [timed, null, { type: 'now', response: 1 }];

    expect(parseCallLog(log, { timed: true })).toEqual(log);
    expect(() => parseCallLog([timed, untimed], { timed: true })).toThrow(
      expect.objectContaining({
        position: 1,
        field: 'at',
        message: `Call log, position 1: "at" is missing; with clock: 'event' every action has the time of its outcome.`,
      }),
    );
    expect(parseCallLog([timed, untimed], { timed: false })).toEqual([timed, untimed]);
  });

  test.each(['1700000000000-000F', ' 1700000000000-0000', '1700000000000-00000', 17])('refuses %s', (at) => {
    expect(() => parseCallLog([{ ...timed, at }])).toThrow(expect.objectContaining({ position: 0, field: 'at' }));
  });
});

describe('a log that was checked before', () => {
  test('is given back as it is, but not where its times have to be looked at', () => {
    const log = believeCallLog([{ type: 'action', name: 'a', input: null, response: 1 }]);

    expect(parseCallLog(log)).toBe(log);
    expect(parseCallLog([...log])).not.toBe(log);
    expect(() => parseCallLog(log, { timed: true })).toThrow(CallLogFormatError);
  });
});

describe('one entry of a log', () => {
  test('is checked without the others', () => {
    const log = [{ type: 'bad' }, { type: 'now', response: 1 }, null, undefined];

    expect([parseEntryAt(log, 1), parseEntryAt(log, 2)]).toEqual([{ type: 'now', response: 1 }, null]);
    expect(() => parseEntryAt(log, 0)).toThrow(expect.objectContaining({ position: 0, field: 'type' }));
    expect(() => parseEntryAt(log, 3)).toThrow('position 3: the entry is undefined');
  });
});
