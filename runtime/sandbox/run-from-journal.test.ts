import { describe, expect, test } from 'vitest';
import type { CallLog, CallLogEntry } from '../log/entry.ts';
import { makeHeader } from '../log/header.ts';
import { defineAction } from './action.ts';
import { ActionInterrupt } from './interrupt.ts';
import type { Journal, JournalRecord, JournalStart } from './journal.ts';
import type { Answers, PendingCall, Run } from './run.ts';
import { answersFromJournal, runFromJournal } from './run-from-journal.ts';
import { Sandbox } from './sandbox.ts';

function start(changes: Partial<JournalStart> = {}): JournalStart {
  const header = makeHeader({ engine: 'e', limits: {}, actions: ['ask', 'pay'] });
  const origin = {
    header,
    runId: 'r',
    startedAt: 5,
    source: 'return 1;',
    file: 'f.ts',
    input: 7,
    initialData: { n: 1 },
  };
  return { type: 'start', ...origin, callLog: [], pending: [], ...changes };
}

const reservation = (position: number, name = 'pay'): JournalRecord => ({
  type: 'reservation',
  position,
  name,
  input: [],
});
const paid = (order?: number): CallLogEntry => ({
  type: 'action',
  name: 'pay',
  input: [],
  response: 'ok',
  ...(order !== undefined && { order }),
});
const entry = (position: number, order: number): JournalRecord => ({ type: 'entry', position, entry: paid(order) });
const interrupt = (position: number): JournalRecord => ({ type: 'interrupt', position, payload: '?' });
const asked = (position: number): PendingCall => ({
  position,
  name: 'ask',
  input: [],
  state: 'interrupted',
  payload: '?',
});

describe('the run that a journal tells of', () => {
  test('is what it was begun as, and crashed', () => {
    const run = runFromJournal([start()]);

    expect(run).toEqual({
      status: 'aborted',
      reason: { code: 'CRASHED' },
      ...{ header: start().header, runId: 'r', startedAt: 5, source: 'return 1;', file: 'f.ts', input: 7 },
      ...{ initialData: { n: 1 }, data: { n: 1 }, callLog: [], delivered: 0, pending: [], console: [], warnings: [] },
    });
  });

  test('has what settled, and in flight what was reserved and did not', () => {
    const run = runFromJournal([start(), reservation(0), reservation(2), reservation(3), entry(2, 0)]);

    expect(run).toMatchObject({
      status: 'aborted',
      callLog: [null, null, paid(0), null],
      delivered: 1,
      pending: [
        { position: 0, name: 'pay', input: [], state: 'in-flight' },
        { position: 3, name: 'pay', input: [], state: 'in-flight' },
      ],
    });
  });

  test('is interrupted when only questions and sleeps are open', () => {
    const sleep: JournalRecord = { type: 'reservation', position: 1, name: 'sleep', input: { until: 99 } };
    const records = [start(), reservation(0, 'ask'), sleep, reservation(2), interrupt(0), entry(2, 0)];

    expect(runFromJournal(records.slice(0, -1)).status).toBe('aborted');
    expect(runFromJournal(records)).toMatchObject({
      status: 'interrupted',
      interrupts: [{ position: 0, name: 'ask', payload: '?' }],
      pending: [
        { position: 0, state: 'interrupted', payload: '?' },
        { position: 1, state: 'sleeping', until: 99 },
      ],
    });
  });

  test('is that of the last attempt, which says itself what came before', () => {
    const again = start({ callLog: [null, paid(0)], pending: [asked(0)] });
    const records = [start(), reservation(0), reservation(9), again, reservation(2)];

    expect(runFromJournal(records)).toMatchObject({
      status: 'aborted',
      callLog: [null, paid(0), null],
      pending: [asked(0), { position: 2, state: 'in-flight' }],
    });
  });

  test('has a question that is being answered in flight, with its answer kept apart until it is heard', () => {
    const answers: Answers = { 0: { answer: 'yes' }, 1: { reject: 'no' }, 4: { answer: 1 } };
    const records = [start({ pending: [asked(0), asked(1)], answers }), reservation(0), interrupt(0)];

    expect(answersFromJournal(records.slice(0, 1))).toEqual({ 0: answers[0], 1: answers[1] });
    expect(runFromJournal(records.slice(0, 2)).pending).toMatchObject([
      { state: 'in-flight' },
      { state: 'interrupted' },
    ]);
    expect(answersFromJournal(records.slice(0, 2))).toEqual({ 0: answers[0], 1: answers[1] });
    expect(answersFromJournal(records)).toEqual({ 1: answers[1] });
    expect(answersFromJournal([...records, entry(1, 0)])).toEqual({});
  });

  test('gives orders to a log that was begun without: the free ones, by position', () => {
    const callLog: CallLog = [paid(), null, paid()];

    expect(runFromJournal([start({ callLog })]).callLog).toEqual(callLog);
    expect(runFromJournal([start({ callLog }), reservation(1), entry(1, 1)]).callLog).toEqual([
      paid(0),
      paid(1),
      paid(2),
    ]);
  });

  test('is not there before anything has begun', () => {
    for (const read of [runFromJournal, answersFromJournal])
      expect(() => read([])).toThrow(expect.objectContaining({ code: 'JOURNAL_EMPTY' }));
  });

  test('is checked: a journal of a newer release is refused', () => {
    const header = { ...start().header, version: 99 };

    expect(() => runFromJournal([start({ header })])).toThrow(expect.objectContaining({ code: 'RUN_FORMAT' }));
    expect(() => runFromJournal([start(), entry(0, -1)])).toThrow(expect.objectContaining({ code: 'CALL_LOG_FORMAT' }));
  });
});

/** Keeps what was appended, of all attempts. */
function keptJournal(): Journal & { records: JournalRecord[] } {
  const records: JournalRecord[] = [];
  return { records, append: async (added) => void records.push(...structuredClone(added)) };
}

describe('going on', () => {
  const executed: string[] = [];
  const work = defineAction({
    name: 'work',
    execute(input: { i: number; asks?: boolean }, { idempotencyKey, answer }) {
      executed.push(`${idempotencyKey}${answer === undefined ? '' : ' answered'}`);
      if (input.asks && answer === undefined) throw new ActionInterrupt(input.i);
      return answer ?? input.i;
    },
  });
  const script = `
    const at = Date.now();
    const first = await actions.work({ i: 1 });
    const said = await Promise.all([actions.work({ i: 2, asks: true }), actions.work({ i: 3 })]);
    let no; try { await actions.work({ i: 4, asks: true }); } catch (e) { no = e.data; }
    return [typeof at, first, said, no, await actions.work({ i: 5 })];
  `;
  const value = ['number', 1, ['yes', 3], 'no', 5];

  /** What people say to the two questions of the script. */
  async function answered(sandbox: Sandbox, run: Run): Promise<Run> {
    if (run.status !== 'interrupted') return run;
    const isFirst = run.interrupts[0]?.payload === 2;
    return answered(sandbox, isFirst ? await sandbox.resume(run, 'yes') : await sandbox.reject(run, 'no'));
  }

  test('from any record of any attempt leads to the same end, and nothing recorded is executed again', async () => {
    await using sandbox = new Sandbox({ actions: [work] });
    const journal = keptJournal();
    const first = await sandbox.eval(script, { journal, runId: 'r' });
    const second = await sandbox.resume(first, 'yes', { journal });
    await sandbox.reject(second, 'no', { journal });

    for (let cut = 1; cut <= journal.records.length; cut++) {
      const records = journal.records.slice(0, cut);
      const begun = runFromJournal(records);
      executed.splice(0);
      const run = await answered(sandbox, await sandbox.answer(begun, answersFromJournal(records)));

      expect(run).toMatchObject({ status: 'completed', value });
      expect(run.callLog.slice(0, begun.callLog.length)).toMatchObject(begun.callLog.map((known) => known ?? {}));
      const again = executed.filter((key) => begun.callLog[Number(key.split(/[: ]/)[1])]);
      expect(again).toEqual([]);
    }
  });

  test('does not ask again what was answered before the crash', async () => {
    await using sandbox = new Sandbox({ actions: [work] });
    const paused = await sandbox.eval('return await actions.work({ i: 1, asks: true });', { runId: 'r' });
    const journal = keptJournal();
    await sandbox.resume(paused, 'yes', { journal });
    const records = journal.records.slice(0, 2);

    const run = await sandbox.answer(runFromJournal(records), answersFromJournal(records));

    expect(records.map(({ type }) => type)).toEqual(['start', 'reservation']);
    expect(run).toMatchObject({ status: 'completed', value: 'yes' });
  });
});
