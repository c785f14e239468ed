import { expect, test } from 'vitest';
import type { CallLog } from '../log/entry.ts';
import { defineAction } from './action.ts';
import type { Journal, JournalRecord } from './journal.ts';
import type { CompletedRun } from './run.ts';
import { describeEverywhere } from './testing/everywhere.ts';
import { HeldActions } from './testing/held-actions.ts';

/** Keeps what was appended; each append takes a while, as a disk does. */
function slowJournal(): Journal & { records: JournalRecord[] } {
  const records: JournalRecord[] = [];
  return {
    records,
    async append(added) {
      await new Promise((resolve) => setImmediate(resolve));
      records.push(...structuredClone(added));
    },
  };
}

/** The log that the records of one attempt amount to. */
function logOf(records: readonly JournalRecord[]): CallLog {
  const log: CallLog = [];
  for (const record of records) {
    if (record.type === 'start') log.splice(0, log.length, ...record.callLog);
    if (record.type === 'reservation') log[record.position] ??= null;
    if (record.type === 'entry') log[record.position] = record.entry;
  }
  return Array.from(log, (entry) => entry ?? null);
}

const summary = (records: readonly JournalRecord[]) =>
  records.map((record) => (record.type === 'start' ? 'start' : `${record.type} ${record.position}`));

describeEverywhere('the journal', (Sandbox) => {
  test('has everything that the log has, in the order in which it happened', async () => {
    const held = new HeldActions('a', 'b');
    await using sandbox = new Sandbox({ actions: held.actions });
    const journal = slowJournal();

    const running = sandbox.eval(
      'const t = Date.now(); const [a, b] = await Promise.all([actions.a(), actions.b()]); return [a, b, Math.random()];',
      { journal, runId: 'r' },
    );
    const [a, b] = await held.started(2);
    b?.respond('B');
    a?.fail(new Error('no'));
    const run = await running;

    expect(summary(journal.records)).toEqual([
      'start',
      'entry 0',
      'reservation 1',
      'reservation 2',
      'entry 2',
      'entry 1',
    ]);
    expect(journal.records[0]).toMatchObject({ type: 'start', runId: 'r', callLog: [], header: run.header });
    expect(logOf(journal.records)).toEqual(run.callLog);
  });

  test('has a reservation before its action starts', async () => {
    const seen: string[][] = [];
    const journal = slowJournal();
    const held = new HeldActions('a');
    const [a] = held.actions;
    if (a === undefined) throw new Error('no action');
    const watched = {
      ...a,
      execute: () => {
        seen.push(summary(journal.records));
        return 1;
      },
    };
    await using sandbox = new Sandbox({ actions: [watched] });

    await sandbox.eval('await actions.a(); await actions.a();', { journal });

    expect(seen).toEqual([
      ['start', 'reservation 0'],
      ['start', 'reservation 0', 'entry 0', 'reservation 1'],
    ]);
  });

  test('has an entry before the script sees its outcome, and before a rejection is seen', async () => {
    const held = new HeldActions('ask', 'work');
    await using sandbox = new Sandbox({ actions: held.actions });
    const running = sandbox.eval('try { await actions.ask(); } catch {} await actions.work();');
    (await held.latest('ask')).interrupt('?');
    const paused = await running;
    const journal = slowJournal();
    const seen: string[][] = [];

    const rejecting = sandbox.reject(paused, 'no', { journal, onTurn: () => seen.push(summary(journal.records)) });
    (await held.latest('work')).respond(1);
    const run = await rejecting;

    expect(seen).toEqual([['start'], ['start', 'entry 0'], ['start', 'entry 0', 'reservation 1', 'entry 1']]);
    expect(logOf(journal.records)).toEqual(run.callLog);
  });

  test('has the questions of a pause, and what its siblings brought', async () => {
    const held = new HeldActions('ask', 'work');
    await using sandbox = new Sandbox({ actions: held.actions });
    const journal = slowJournal();

    const running = sandbox.eval('await Promise.all([actions.ask(), actions.work()]);', { journal });
    const [ask, work] = await held.started(2);
    ask?.interrupt('?');
    work?.respond(1);
    const run = await running;

    expect(journal.records.at(-2)).toEqual({ type: 'interrupt', position: 0, payload: '?' });
    expect(logOf(journal.records)).toEqual(run.callLog);
  });

  test('gives the orders that the log has, also where a finished log has holes', async () => {
    const held = new HeldActions('work');
    await using sandbox = new Sandbox({ actions: held.actions });
    const journal = slowJournal();
    const entry = (i: number, order: number) => ({
      type: 'action' as const,
      name: 'work',
      input: i,
      response: i,
      order,
    });

    const running = sandbox.eval('return await Promise.all([0, 1, 2, 3].map((i) => actions.work(i)));', {
      callLog: [entry(0, 3), null, entry(2, 0), null],
      journal,
    });
    const [one, three] = await held.started(2);
    three?.respond('late');
    one?.respond('later');
    const run = await running;

    expect(run.callLog).toMatchObject([{ order: 3 }, { order: 2 }, { order: 0 }, { order: 1 }]);
    expect(logOf(journal.records)).toEqual(run.callLog);
  });

  test('gives the orders that the log gets, where it came in without any', async () => {
    const held = new HeldActions('work');
    await using sandbox = new Sandbox({ actions: held.actions });
    const journal = slowJournal();

    const running = sandbox.eval('return [await actions.work(0), await actions.work(1)];', {
      callLog: [{ type: 'action', name: 'work', input: 0, response: 0 }],
      journal,
    });
    (await held.latest('work')).respond(1);
    const run = await running;

    expect(journal.records.at(-1)).toEqual({ type: 'entry', position: 1, entry: run.callLog[1] });
  });

  test('cut anywhere, is enough to go on to the same end; nothing that it has recorded is executed again', async () => {
    const executed: string[] = [];
    const work = defineAction({
      name: 'work',
      execute: (input, { idempotencyKey }) => {
        executed.push(idempotencyKey);
        return [input];
      },
    });
    const script = `
      const begun = Date.now();
      const both = await Promise.all([actions.work(1), actions.work(2).then(() => actions.work(3))]);
      return [both, await actions.work(begun)];
    `;
    await using sandbox = new Sandbox({ actions: [work] });
    const journal = slowJournal();
    const whole = await sandbox.eval(script, { journal, runId: 'r', startedAt: 0 });

    for (let cut = 1; cut <= journal.records.length; cut++) {
      const callLog = logOf(journal.records.slice(0, cut));
      executed.splice(0);
      const run = await sandbox.eval(script, { callLog, runId: 'r', startedAt: 0 });
      const recorded = callLog.flatMap((entry, position) => (entry?.type === 'action' ? [`r:${position}`] : []));

      expect(run.status).toBe('completed');
      expect(executed.filter((key) => recorded.includes(key))).toEqual([]);
      if (callLog.length > 0) expect(run).toMatchObject({ value: (whole as CompletedRun).value });
    }
  });
});
