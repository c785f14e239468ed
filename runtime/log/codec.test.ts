import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CallLogFormatError } from '../errors.ts';
import { parseCallLog } from './codec.ts';
import type { CallLog, CallLogEntry, Json } from './entry.ts';

const json = fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value)) as Json);
const failure = fc.record(
  { name: fc.string(), message: fc.string(), code: fc.string(), data: json },
  { requiredKeys: ['name', 'message'] },
);
const call = { type: fc.constant('action' as const), name: fc.string({ minLength: 1 }), input: json };
const entry: fc.Arbitrary<CallLogEntry | null> = fc.oneof(
  fc.record({ ...call, response: json }),
  fc.record({ ...call, error: failure }),
  fc.record({ type: fc.constant('now' as const), response: fc.integer() }),
  fc.record({ type: fc.constant('random' as const), response: fc.nat(999).map((n) => n / 1000) }),
  fc.constant(null),
);
const unorderedLog = fc.array(entry);
/** With orders in any sequence and, as after holes were punched, with gaps. */
const orderedLog = fc.array(entry).chain((log) =>
  fc.uniqueArray(fc.nat(10_000), { minLength: log.length, maxLength: log.length }).map((orders) =>
    log.map((each, position) => {
      const order = orders[position];
      return each?.type === 'action' && order !== undefined ? { ...each, order } : each;
    }),
  ),
);

describe('a good log', () => {
  test('comes back equal, through text as well', () => {
    fc.assert(
      fc.property(fc.oneof(unorderedLog, orderedLog), (log) => {
        expect(parseCallLog(log)).toEqual(log);
        expect(parseCallLog(JSON.parse(JSON.stringify(log)))).toEqual(log);
      }),
    );
  });

  test('may have gaps in its orders, and event times', () => {
    const log: CallLog = [
      { type: 'action', name: 'a', input: null, response: 1, order: 7, at: '1700000000000-000f' },
      null,
      { type: 'action', name: 'b', input: null, error: { name: 'E', message: '' }, order: 2 },
    ];

    expect(parseCallLog(log)).toEqual(log);
  });

  test('keeps __proto__ as an ordinary key of its values', () => {
    const log: unknown = JSON.parse(
      '[{"type":"action","name":"a","input":{"__proto__":1},"response":{"constructor":{}}}]',
    );

    expect(JSON.stringify(parseCallLog(log))).toBe(JSON.stringify(log));
  });

  test('has entries of its own: changing the given one later changes nothing', () => {
    const given = [{ type: 'now', response: 1 }];
    const log = parseCallLog(given);
    (given[0] as { response: number }).response = 2;

    expect(log).toEqual([{ type: 'now', response: 1 }]);
  });
});

describe('a bad log is refused with position and field', () => {
  const good = { type: 'action', name: 'a', input: null, response: 1 };
  const cyclic: Record<string, unknown> = {};
  cyclic.self = cyclic;

  test.each<[string, unknown, number | undefined, string | undefined, string]>([
    [
      'no array',
      {},
      undefined,
      undefined,
      'The call log is an object, not an array: give an array with one entry per position.',
    ],
    ['text', '[]', undefined, undefined, 'The call log is "[]", not an array: parse the text with JSON.parse first.'],
    [
      'an undefined entry',
      [null, undefined],
      1,
      undefined,
      'Call log, position 1: the entry is undefined; a position that was never recorded is null.',
    ],
    [
      'a sparse array',
      sparse(good),
      1,
      undefined,
      'Call log, position 1: the entry is undefined; a position that was never recorded is null.',
    ],
    [
      'an entry of another kind',
      [[]],
      0,
      undefined,
      'Call log, position 0: the entry is an array; an entry is null or an object with a "type".',
    ],
    [
      'an instance',
      [new Map()],
      0,
      undefined,
      'Call log, position 0: the entry is an object; an entry is null or an object with a "type".',
    ],
    [
      'a type nobody knows',
      [{ type: 'sleep' }],
      0,
      'type',
      'Call log, position 0: "type" is "sleep"; it is "action", "now" or "random".',
    ],
    ['no type', [{}], 0, 'type', 'Call log, position 0: "type" is undefined; it is "action", "now" or "random".'],
    [
      'a type from the prototype',
      [JSON.parse('{"__proto__":{"type":"now","response":1}}')],
      0,
      'type',
      'Call log, position 0: "type" is undefined; it is "action", "now" or "random".',
    ],
    [
      'a __proto__ beside the fields',
      [{ ...good, ['__proto__']: 1 }],
      0,
      '__proto__',
      'Call log, position 0: "__proto__" is not known here; the fields are type, name, input, response, error, order, at.',
    ],
    ['no name', [without(good, 'name')], 0, 'name', 'Call log, position 0: "name" is missing; it is a string.'],
    ['a name of another kind', [{ ...good, name: 7 }], 0, 'name', 'Call log, position 0: "name" is 7; it is a string.'],
    [
      'an empty name',
      [{ ...good, name: '' }],
      0,
      'name',
      'Call log, position 0: "name" is empty; give the name of the action.',
    ],
    [
      'no input',
      [without(good, 'input')],
      0,
      'input',
      'Call log, position 0: "input" is missing; where there is nothing to say it is null.',
    ],
    [
      'an input that is no JSON',
      [{ ...good, input: { items: [1, Number.NaN] } }],
      0,
      'input',
      'Call log, position 0: "input" is not plain JSON: $.items[1] is NaN.',
    ],
    [
      'an undefined property',
      [{ ...good, input: { a: undefined } }],
      0,
      'input',
      'Call log, position 0: "input" is not plain JSON: $.a is undefined.',
    ],
    [
      'a date',
      [{ ...good, response: new Date(0) }],
      0,
      'response',
      'Call log, position 0: "response" is not plain JSON: $ is an instance of a class.',
    ],
    [
      'a map',
      [{ ...good, response: new Map() }],
      0,
      'response',
      'Call log, position 0: "response" is not plain JSON: $ is a Map.',
    ],
    [
      'a sparse value',
      [{ ...good, response: sparse(1) }],
      0,
      'response',
      'Call log, position 0: "response" is not plain JSON: $[1] is undefined.',
    ],
    [
      'a cycle',
      [{ ...good, response: cyclic }],
      0,
      'response',
      'Call log, position 0: "response" is not plain JSON: $.self refers back to a value that contains it: a cycle.',
    ],
    [
      'a deep value',
      [{ ...good, response: deep() }],
      0,
      'response',
      'Call log, position 0: "response" is not plain JSON: $ is nested too deeply.',
    ],
    [
      'no outcome',
      [without(good, 'response')],
      0,
      'response',
      'Call log, position 0: "response" is missing, and so is "error"; an action has one of the two, and a call that never settled is null.',
    ],
    [
      'two outcomes',
      [{ ...good, error: { name: 'E', message: '' } }],
      0,
      'error',
      'Call log, position 0: "error" stands beside "response"; an action has one of the two.',
    ],
    [
      'a field nobody knows',
      [{ ...good, reponse: 1 }],
      0,
      'reponse',
      'Call log, position 0: "reponse" is not known here; the fields are type, name, input, response, error, order, at.',
    ],
    [
      'an error that is text',
      [failed('boom')],
      0,
      'error',
      'Call log, position 0: "error" is "boom"; it is an object with "name" and "message".',
    ],
    ...[null, undefined, new Map()].map((error): [string, unknown, number, string, string] => [
      `an error that is ${error}`,
      [failed(error)],
      0,
      'error',
      `Call log, position 0: "error" is ${error instanceof Map ? 'an object' : error}; it is an object with "name" and "message".`,
    ]),
    [
      'an error without name',
      [failed({ message: '' })],
      0,
      'error.name',
      'Call log, position 0: "error.name" is missing; it is a string.',
    ],
    [
      'an error without message',
      [failed({ name: 'E' })],
      0,
      'error.message',
      'Call log, position 0: "error.message" is missing; it is a string.',
    ],
    [
      'a numeric code',
      [failed({ name: 'E', message: '', code: 5 })],
      0,
      'error.code',
      'Call log, position 0: "error.code" is 5; it is a string.',
    ],
    [
      'data that is no JSON',
      [failed({ name: 'E', message: '', data: 1n })],
      0,
      'error.data',
      'Call log, position 0: "error.data" is not plain JSON: $ is a BigInt.',
    ],
    [
      'a stack in an error',
      [failed({ name: 'E', message: '', stack: '' })],
      0,
      'error.stack',
      'Call log, position 0: "error.stack" is not known here; the fields are name, message, code, data.',
    ],
    [
      'a negative order',
      [{ ...good, order: -1 }],
      0,
      'order',
      'Call log, position 0: "order" is -1; it is the rank in which the outcome settled: 0, 1, 2, ….',
    ],
    [
      'a broken order',
      [{ ...good, order: 0.5 }],
      0,
      'order',
      'Call log, position 0: "order" is 0.5; it is the rank in which the outcome settled: 0, 1, 2, ….',
    ],
    [
      'an order of null',
      [{ ...good, order: null }],
      0,
      'order',
      'Call log, position 0: "order" is null; it is the rank in which the outcome settled: 0, 1, 2, ….',
    ],
    [
      'an order twice',
      [{ ...good, order: 0 }, null, { ...good, order: 0 }],
      2,
      'order',
      'Call log, position 2: "order" is 0, as at position 0; two outcomes cannot have settled in the same rank.',
    ],
    [
      'an order missing',
      [{ ...good, order: 0 }, good],
      1,
      'order',
      'Call log, position 1: "order" is missing, but position 0 has one; give every action an order, or none.',
    ],
    [
      'an order too many',
      [good, { ...good, order: 0 }],
      1,
      'order',
      'Call log, position 1: "order" is given, but position 0 has none; give every action an order, or none.',
    ],
    [
      'a time of another form',
      [{ ...good, at: '17-0' }],
      0,
      'at',
      'Call log, position 0: "at" is "17-0"; it is 13 digits of milliseconds, "-", and 4 hexadecimal digits in lower case.',
    ],
    [
      'a clock of NaN',
      [{ type: 'now', response: Number.NaN }],
      0,
      'response',
      'Call log, position 0: "response" is NaN; a clock read is a finite number of milliseconds since 1970.',
    ],
    [
      'a clock of text',
      [{ type: 'now', response: '1' }],
      0,
      'response',
      'Call log, position 0: "response" is "1"; a clock read is a finite number of milliseconds since 1970.',
    ],
    [
      'a clock with a name',
      [{ type: 'now', response: 1, name: 'a' }],
      0,
      'name',
      'Call log, position 0: "name" is not known here; the fields are type, response.',
    ],
    [
      'a clock with all that an action has',
      [{ ...good, type: 'now' }],
      0,
      'name',
      'Call log, position 0: "name" is not known here; the fields are type, response.',
    ],
    [
      'a random read of text',
      [{ type: 'random', response: '0.5' }],
      0,
      'response',
      'Call log, position 0: "response" is "0.5"; a random read is a number from 0 up to, but not including, 1.',
    ],
    [
      'a random read of 1',
      [{ type: 'random', response: 1 }],
      0,
      'response',
      'Call log, position 0: "response" is 1; a random read is a number from 0 up to, but not including, 1.',
    ],
    [
      'a random read below 0',
      [{ type: 'random', response: -0.1 }],
      0,
      'response',
      'Call log, position 0: "response" is -0.1; a random read is a number from 0 up to, but not including, 1.',
    ],
    [
      'a random read of NaN',
      [{ type: 'random', response: Number.NaN }],
      0,
      'response',
      'Call log, position 0: "response" is NaN; a random read is a number from 0 up to, but not including, 1.',
    ],
  ])('%s', (_, log, position, field, message) => {
    const error = thrownBy(() => parseCallLog(log));

    expect(error).toBeInstanceOf(CallLogFormatError);
    expect(error).toMatchObject({ code: 'CALL_LOG_FORMAT', position, field, message });
  });

  test('any value at all is a log or gets this error', () => {
    fc.assert(
      fc.property(fc.oneof(fc.anything(), fc.array(fc.anything()), fc.array(mangledEntry())), (value) => {
        const error = thrownBy(() => parseCallLog(value));
        if (error !== undefined) expect(error).toBeInstanceOf(CallLogFormatError);
      }),
    );
  });
});

function mangledEntry(): fc.Arbitrary<unknown> {
  const field = fc.constantFrom('type', 'name', 'input', 'response', 'error', 'order', 'at', 'other');
  return fc.tuple(entry, field, fc.anything()).map(([each, name, value]) => ({ ...each, [name]: value }));
}

function failed(error: unknown): unknown {
  return { type: 'action', name: 'a', input: null, error };
}

function without(record: object, key: string): unknown {
  return Object.fromEntries(Object.entries(record).filter(([name]) => name !== key));
}

function sparse(value: unknown): unknown[] {
  const values: unknown[] = [value];
  values[2] = value;
  return values;
}

function deep(): unknown {
  return JSON.parse('['.repeat(100_000) + ']'.repeat(100_000));
}

function thrownBy(action: () => unknown): unknown {
  try {
    action();
    return undefined;
  } catch (thrown) {
    return thrown;
  }
}
