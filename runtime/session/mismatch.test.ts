import { describe, expect, test } from 'vitest';
import { CallLogMismatchError } from '../errors.ts';
import type { ActionEntry, CallLog, Json } from '../log/entry.ts';
import { compileScript } from '../script/index.ts';
import { type Divergence, explain } from './mismatch.ts';

const script = compileScript('const fee = 1;\nawait actions.pay({ fee });', { actions: ['pay'], file: 'order.ts' });

function entry(name: string, input: Json, order = 0): ActionEntry {
  return { type: 'action', name, input, response: null, order };
}

function lines(divergence: Partial<Divergence>): string[] {
  const given: Divergence = {
    position: 3,
    reason: 'name',
    recorded: entry('pay', null),
    observed: undefined,
    ...divergence,
  };
  return explain(given, [], script, undefined).message.split('\n');
}

describe('the message of a mismatch', () => {
  test('says the position, what was recorded, what was observed, where the inputs part, and the line of source', () => {
    const observed = { type: 'action', name: 'pay', input: { fee: 1 } } as const;
    const location = { file: 'order.ts', line: 2, column: 7 };

    const error = explain(
      { position: 3, reason: 'input', recorded: entry('pay', { fee: 2 }), observed },
      [],
      script,
      location,
    );

    expect(error.message).toBe(
      [
        'The script does not follow its call log at position 3.',
        '  recorded: actions.pay({"fee":2})',
        '  observed: actions.pay({"fee":1})',
        '  they differ at $.fee: recorded 2, observed 1',
        '  at order.ts:2:7',
        '  2 | await actions.pay({ fee });',
        '            ^',
      ].join('\n'),
    );
  });

  test('ends after what was observed where there is no more to say', () => {
    expect(lines({ observed: { type: 'action', name: 'ask', input: [1] } })).toEqual([
      'The script does not follow its call log at position 3.',
      '  recorded: actions.pay(null)',
      '  observed: actions.ask([1])',
    ]);
  });

  test('calls reads and sleeps by what they are', () => {
    const [, now, random] = lines({
      reason: 'kind',
      recorded: { type: 'now', response: 1 },
      observed: { type: 'random' },
    });
    expect([now, random]).toEqual(['  recorded: a clock read', '  observed: a random number']);

    const [, sleep, read] = lines({
      reason: 'kind',
      recorded: entry('sleep', { until: 5 }),
      observed: { type: 'now' },
    });
    expect([sleep, read]).toEqual(['  recorded: sleep, with {"until":5}', '  observed: a clock read']);
  });

  test('says that the script ended, and of what', () => {
    const cause = { name: 'RangeError', message: 'own' };

    expect(lines({ reason: 'unreached', cause }).slice(2)).toEqual([
      '  observed: nothing: the script ended before it got there',
      '  the script had ended with RangeError: own',
    ]);
  });

  test('says which outcome is due, and why it cannot be delivered', () => {
    const recorded = entry('pay', null, 7);
    const observed = { type: 'action', name: 'pay', input: null } as const;

    expect(lines({ reason: 'order', recorded })[2]).toBe(
      '  observed: nothing: the outcome of order 7 is due, and the script has not made this call',
    );
    expect(lines({ reason: 'order', recorded, observed })[2]).toBe(
      '  observed: the call, but the outcome of order 7 cannot be delivered: an earlier order is missing and no call is open that could take it',
    );
  });

  test('says nothing where one of the inputs lacks what the other has', () => {
    const observed = { type: 'action', name: 'pay', input: {} } as const;

    expect(lines({ reason: 'input', recorded: entry('pay', { fee: [1] }), observed })).toContain(
      '  they differ at $.fee: recorded [1], observed nothing',
    );
  });

  test('compares inputs only where they are what differs', () => {
    const observed = { type: 'action', name: 'ask', input: 2 } as const;
    const saysWhere = (divergence: Partial<Divergence>) =>
      lines(divergence).some((line) => line.includes('they differ'));

    expect(saysWhere({ reason: 'input', recorded: entry('ask', 1), observed })).toBe(true);
    expect(saysWhere({ reason: 'name', recorded: entry('pay', 1), observed })).toBe(false);
    expect(saysWhere({ reason: 'input', recorded: entry('ask', 2), observed })).toBe(false);
    expect(saysWhere({ reason: 'input', recorded: { type: 'now', response: 1 }, observed })).toBe(false);
    expect(saysWhere({ reason: 'input', recorded: entry('ask', 1), observed: { type: 'now' } })).toBe(false);
    expect(saysWhere({ reason: 'input', recorded: entry('ask', 1), observed: undefined })).toBe(false);
  });

  test('cuts what is long', () => {
    const fits = 'x'.repeat(198);

    expect(lines({ recorded: entry('pay', fits) })[1]).toBe(`  recorded: actions.pay("${fits}")`);
    expect(lines({ recorded: entry('pay', `${fits}y`) })[1]).toBe(`  recorded: actions.pay("${fits}y…)`);
  });
});

test('a mismatch carries the log, the two sides, the place and the cause', () => {
  const callLog: CallLog = [entry('pay', 1)];
  const location = { file: 'order.ts', line: 1, column: 1 };
  const divergence = {
    position: 0,
    reason: 'unreached',
    recorded: entry('pay', 1),
    observed: undefined,
    cause: { name: 'E', message: 'm' },
  } as const;

  const error = explain(divergence, callLog, script, location);

  expect(error).toBeInstanceOf(CallLogMismatchError);
  expect(error).toMatchObject({ ...divergence, callLog, location });
});
