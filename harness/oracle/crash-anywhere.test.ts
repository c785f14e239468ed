import { beforeAll, describe, expect, test } from 'vitest';
import { type CallLog, Engine, type EngineLike, type JournalRecord, type SessionOptions } from '../../runtime/index.ts';
import { type Behaviour, type Case, type Fault, plainCase } from '../case/index.ts';
import { drawFrom } from '../schedule/index.ts';
import { type AttemptTrace, attemptBase, runWorld } from '../world/index.ts';
import { crashAnywhere } from './crash-anywhere.ts';
import { type OracleContext, runCase } from './index.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await Engine.load();
});

const ask = (then: Extract<Behaviour, { type: 'interrupt' }>['then']): Behaviour => ({
  type: 'interrupt',
  payload: null,
  then,
});

/** Two branches, reads, a sleep, a question that is answered and one that is refused. */
const script = `
  const both = await Promise.all([actions.a(Date.now()), actions.b(1).then((x) => actions.a(x))]);
  await sleep(5);
  const said = await actions.ask(1);
  let no; try { await actions.ask(2); } catch (e) { no = e.data; }
  return [both, said, no, await actions.a(Math.random())];`;

function caseOf(faults: Fault[] = []): Case {
  const respond = (value: number): Behaviour[] => [{ type: 'respond', value }];
  return plainCase(script, {
    behaviours: [
      ...[0, 1, 2, 3, 4, 5].map(respond),
      [ask({ type: 'answer', answer: 'yes' })],
      [ask({ type: 'reject', reason: 'no' })],
      ...[8, 9].map(respond),
    ],
    schedule: [1],
    faults,
  });
}

function check(testCase: Case, on: EngineLike, falsify: (attempt: AttemptTrace) => AttemptTrace = (same) => same) {
  const trace = runWorld(testCase, { engine });
  const [last] = trace.attempts.slice(-1) as [AttemptTrace];
  const context: OracleContext = {
    case: testCase,
    trace: { ...trace, attempts: [...trace.attempts.slice(0, -1), falsify(last)] },
    engine: on,
    elsewhere: on,
    memory: 'last',
    again: (memory) => runWorld(testCase, { engine, memory }),
    base: attemptBase(testCase),
    effort: 'thorough',
    draw: drawFrom(1),
    ran: () => {},
    met: () => {},
  };
  return crashAnywhere.check(context);
}

/** An engine whose sessions are opened otherwise. */
function opening(change: (given: SessionOptions) => SessionOptions): EngineLike {
  return { fingerprint: engine.fingerprint, open: (given) => engine.open(change(given)) };
}

function withJournal(change: (journal: readonly JournalRecord[]) => readonly JournalRecord[]) {
  return (attempt: AttemptTrace): AttemptTrace => ({ ...attempt, journal: change(attempt.journal ?? []) });
}

describe('crash-anywhere', () => {
  test('has nothing to say of a sound runtime, wherever it crashes', () => {
    for (let record = 0; record < 24; record++) {
      const { failures, trace } = runCase(caseOf([{ type: 'crash-record', record }]), { engine });

      expect(failures).toEqual([]);
      expect(trace.attempts.at(-1)?.run).toMatchObject({ status: 'completed' });
      expect(trace.attempts[0]?.journal?.length).toBeLessThanOrEqual(record);
    }
  });

  test('rejects a runtime that forgets the end of its log', () => {
    const forget = (log: CallLog = []) => (log.length > 2 ? log.slice(0, -1) : log);
    const forgetful = opening((given) => ({ ...given, callLog: forget(given.callLog) }));

    expect(check(caseOf(), forgetful)?.kind).toMatch(/^crashed:/);
  });

  test('rejects a runtime that tells the script another value after a crash', () => {
    const other = (log: CallLog = []) =>
      log.map((entry) => (entry?.type === 'action' && 'response' in entry ? { ...entry, response: 'other' } : entry));
    const lying = opening((given) => ({ ...given, callLog: other(given.callLog) }));

    expect(check(caseOf(), lying)?.kind).toMatch(/^crashed:/);
  });

  test('rejects a journal in which an outcome stands under another order', () => {
    const swap = withJournal((journal) =>
      journal.map((record) =>
        record.type === 'entry' && record.entry.type === 'action' && record.entry.order !== undefined
          ? { ...record, entry: { ...record.entry, order: record.entry.order + 7 } }
          : record,
      ),
    );

    expect(check(caseOf(), engine, swap)).toMatchObject({ kind: expect.stringMatching(/^crashed:/) });
  });

  test('rejects a journal that says nothing of an answer', () => {
    const silent = withJournal((journal) =>
      journal.map((record) => (record.type === 'start' ? { ...record, answers: {} } : record)),
    );

    expect(check(caseOf(), engine, silent)).toMatchObject({ kind: expect.stringMatching(/^crashed:/) });
  });
});
