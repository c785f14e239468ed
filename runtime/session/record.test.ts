import { describe, expect, test } from 'vitest';
import type { ActionEntry, CallLog } from '../log/entry.ts';
import { KnownResponse } from '../log/known-text.ts';
import { LogRecord, type RecordedAction, settledText } from './record.ts';

function action(name: string, order?: number): ActionEntry {
  return { type: 'action', name, input: null, response: name, ...(order !== undefined && { order }) };
}

const call = { name: 'new', inputText: '{"n":1}' };
const settled = { failed: false, text: '"said"' };

describe('a record', () => {
  test('gives what came in, as text and as values, and nothing for holes and what lies past the end', () => {
    const failed: ActionEntry = {
      type: 'action',
      name: 'b',
      input: { n: 1 },
      error: { name: 'E', message: 'm' },
      order: 0,
      at: '1700000000000-0000',
    };
    const record = new LogRecord([{ type: 'now', response: 5 }, null, failed]);

    const found = record.at(2) as RecordedAction;

    expect([record.at(0), record.at(1), record.at(3)]).toEqual([{ type: 'now', response: 5 }, undefined, undefined]);
    expect(found).toMatchObject({ name: 'b', failed: true, order: 0, at: '1700000000000-0000' });
    expect([found.input.text, found.outcome.value]).toEqual(['{"n":1}', { name: 'E', message: 'm' }]);
    expect(record.at(2)).toBe(found);
  });

  test('says where the log that came in goes on', () => {
    const record = new LogRecord([action('a', 0), null, null, action('b', 1), null]);

    expect([0, 1, 3, 4, 5].map((from) => record.nextEntryFrom(from))).toEqual([0, 3, 3, undefined, undefined]);
    record.putRead(4, 'now', 1);
    expect(record.nextEntryFrom(4)).toBeUndefined();
  });

  test('is ordered where the log has orders, or goes on from a snapshot', () => {
    expect(new LogRecord([action('a', 0)]).ordered).toBe(true);
    expect(new LogRecord([action('a')]).ordered).toBe(false);
    expect(new LogRecord([]).ordered).toBe(false);
    expect(new LogRecord([], { positions: 0, entries: new Map(), delivered: 0 }).ordered).toBe(true);
  });

  test('gives fresh outcomes the orders that are free', () => {
    const record = new LogRecord([action('a', 1), null, null]);

    record.putOutcome(1, call, settled, '1700000000000-0001');
    record.putOutcome(2, call, { failed: true, text: '{"name":"E","message":"m"}' });

    expect(record.toCallLog(3)).toEqual([
      action('a', 1),
      { type: 'action', name: 'new', input: { n: 1 }, response: 'said', order: 0, at: '1700000000000-0001' },
      { type: 'action', name: 'new', input: { n: 1 }, error: { name: 'E', message: 'm' }, order: 2 },
    ]);
  });

  test('of a log without orders gives those that were delivered the first ones, and the rest go on by position', () => {
    const record = new LogRecord([action('a'), { type: 'now', response: 1 }, action('b'), action('c')]);

    record.giveOrder(record.at(2) as RecordedAction);
    record.giveOrder(record.at(2) as RecordedAction);

    expect(record.toCallLog(4)).toEqual([action('a', 1), { type: 'now', response: 1 }, action('b', 0), action('c', 2)]);
  });

  test('becomes a log as long as what was reserved, and longer only where something is recorded', () => {
    expect(new LogRecord([null, action('a', 0), null, null]).toCallLog(1)).toEqual([null, action('a', 0)]);
    expect(new LogRecord([null, null, null]).toCallLog(2)).toEqual([null, null]);
    expect(new LogRecord([]).toCallLog(2)).toEqual([null, null]);
  });

  test('leaves the log that came in alone', () => {
    const given: CallLog = [action('a', 0), null];
    const record = new LogRecord(given);

    record.putRead(1, 'random', 0.5);

    expect(record.toCallLog(2)[1]).toEqual({ type: 'random', response: 0.5 });
    expect(given).toEqual([action('a', 0), null]);
  });

  test('that goes on from a snapshot looks at nothing before it', () => {
    const log: CallLog = [action('a', 0), action('open', 1), action('c', 2)];
    const entries = new Map([
      [1, action('open', 1)],
      [2, action('c', 2)],
    ]);
    const record = new LogRecord(log, { positions: 2, entries, delivered: 1 });

    expect([1, 2].map((position) => record.at(position))).toMatchObject([{ name: 'open' }, { name: 'c' }]);
    expect([1, 2, 3].map((order) => record.dueFrom(order)?.position)).toEqual([1, 2, undefined]);
    record.putOutcome(3, call, settled);
    expect(record.toCallLog(4)[3]).toMatchObject({ order: 3 });
  });
});

describe('an outcome as text', () => {
  test('is that of its response, or of its failure', () => {
    expect(settledText({ response: { a: -0 } })).toEqual({ failed: false, text: '{"a":0}' });
    expect(settledText({ error: { name: 'E', message: 'm' } })).toEqual({
      failed: true,
      text: '{"name":"E","message":"m"}',
    });
  });

  test('is taken as it is, with its value, where it is known already', () => {
    const known = new KnownResponse('{ "a": 1 }');

    expect(settledText(known)).toEqual({ failed: false, text: '{ "a": 1 }', value: { a: 1 } });
  });
});
