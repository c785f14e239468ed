import { beforeAll, describe, expect, test } from 'vitest';
import { Engine } from '../../runtime/index.ts';
import { type Behaviour, plainCase } from '../case/index.ts';
import { recorded } from '../schedule/index.ts';
import { punch, runWorld, settleOrder } from './index.ts';
import { ask } from './testing/ask.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await Engine.load();
});

const two = "return Promise.all([actions.ask({ q: 'a' }), actions.ask({ q: 'b' })]);";

describe('the world', () => {
  test('settles calls in the order of the schedule', () => {
    const trace = runWorld(
      plainCase('return Promise.race([actions.a(1), actions.a(2)]);', {
        schedule: [1],
        behaviours: [[{ type: 'respond', value: 'first' }], [{ type: 'respond', value: 'second' }]],
      }),
      { engine },
    );
    expect(trace.attempts[0]?.settled[0]).toBe(1);
    expect(trace.attempts[0]?.run).toMatchObject({ status: 'completed', value: 'second' });
  });

  test('answers all open questions at once where the schedule says nothing', () => {
    const trace = runWorld(plainCase(two, { onInterrupt: 'settle', behaviours: [ask('A'), ask('B')] }), { engine });
    expect(trace.attempts.map(({ answers }) => answers)).toEqual([{}, { 0: { answer: 'A' }, 1: { answer: 'B' } }]);
    expect(trace.attempts.at(-1)?.run).toMatchObject({ value: ['A', 'B'] });
  });

  test('answers one question at a time where the schedule says so, in its order', () => {
    const trace = runWorld(
      plainCase(two, { onInterrupt: 'settle', behaviours: [ask('A'), ask('B')], schedule: [0, 0, 2] }),
      { engine },
    );
    expect(trace.attempts.map(({ answers }) => answers)).toEqual([{}, { 1: { answer: 'B' } }, { 0: { answer: 'A' } }]);
    expect(trace.attempts.at(-1)?.run).toMatchObject({ status: 'completed', value: ['A', 'B'] });
    expect(trace.executions.map(({ position, execution }) => [position, execution])).toEqual([
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
    ]);
  });

  test('leaves a question open that nobody answers', () => {
    const left: Behaviour[] = [{ type: 'interrupt', payload: 1, then: { type: 'leave' } }];
    const trace = runWorld(plainCase('return actions.ask();', { behaviours: [left] }), { engine });
    expect(trace.end).toBe('ended');
    expect(trace.attempts.map(({ run }) => run?.status)).toEqual(['interrupted']);
  });

  test('rejects without executing', () => {
    const rejected: Behaviour[] = [{ type: 'interrupt', payload: 1, then: { type: 'reject', reason: 'no' } }];
    const trace = runWorld(
      plainCase('try { await actions.ask(); } catch (e) { return e.code; }', { behaviours: [rejected] }),
      { engine },
    );
    expect(trace.attempts.at(-1)?.run).toMatchObject({ value: 'REJECTED' });
    expect(trace.executions).toHaveLength(1);
  });

  test('goes on after a crash from what the log held', () => {
    const trace = runWorld(
      plainCase('await actions.a(1); await actions.a(2); return actions.a(3);', {
        faults: [{ type: 'crash', turn: 1 }],
      }),
      { engine },
    );
    expect(trace.attempts.map(({ cause }) => cause)).toEqual(['start', 'crash']);
    expect(trace.executions.map(({ position }) => position)).toEqual([0, 1, 1, 2]);
    expect(trace.attempts[1]?.callLog).toHaveLength(2);
    expect(trace.attempts[1]?.run?.status).toBe('completed');
  });

  test('goes on after a crash from what was written of the journal', () => {
    const testCase = plainCase('const t = Date.now(); await actions.a(1); return actions.a(t);', {
      faults: [{ type: 'crash-record', record: 4 }],
    });

    const [first, second] = runWorld(testCase, { engine }).attempts;

    expect(first?.journal?.map(({ type }) => type)).toEqual(['start', 'entry', 'reservation', 'entry']);
    expect(first?.turns).toHaveLength(1);
    expect(second).toMatchObject({ cause: 'crash', callLog: [{ type: 'now' }, { name: 'a' }], pending: [] });
    expect(second?.executions.map(({ position }) => position)).toEqual([2]);
  });

  test('shows no turn of which a read was lost: the next attempt reads anew', () => {
    const testCase = plainCase('return actions.a([Date.now(), Math.random()]);', {
      faults: [{ type: 'crash-record', record: 2 }],
    });

    const [first, second] = runWorld(testCase, { engine }).attempts;

    expect(first).toMatchObject({ turns: [], executions: [] });
    expect(second).toMatchObject({ callLog: [{ type: 'now' }], run: { status: 'completed' } });
  });

  test('runs a finished log again with holes in it', () => {
    const trace = runWorld(
      plainCase('return [await actions.a(1), Date.now(), await actions.a(2)];', {
        faults: [{ type: 'punch', positions: [0, 1] }],
      }),
      { engine, memory: 'last' },
    );
    const [punched] = trace.punched;
    expect(punched?.executions.map(({ position }) => position)).toEqual([0]);
    expect(punched?.run?.callLog).toEqual(trace.attempts[0]?.run?.callLog);
    const [before, after] = [trace.attempts[0], punched].map((attempt) => attempt?.memories?.at(2)?.parts);
    expect(before?.map((part, index) => part.equals(after?.[index] ?? Buffer.of()))).toEqual([true, true]);
  });

  test('may let the grace period end before the last call has settled', () => {
    const trace = runWorld(plainCase('actions.a(1); actions.a(2); return 1;', { schedule: [2] }), { engine });
    expect(trace.attempts[0]?.run).toMatchObject({ status: 'completed', pending: [{ position: 0 }, { position: 1 }] });
  });

  test('gives up on a run that pauses for ever', () => {
    const again: Behaviour[] = [{ type: 'interrupt', payload: 1, then: { type: 'answer', answer: 1 } }];
    const trace = runWorld(plainCase('return actions.ask();'), {
      engine,
      actor: { execute: () => again[0] as Behaviour },
    });
    expect(trace.end).toBe('attempts-spent');
  });

  test('says that a script does not compile instead of blaming the runtime', () => {
    expect(runWorld(plainCase('return fetch(1);'), { engine })).toMatchObject({
      end: 'invalid',
      attempts: [{ thrown: { code: 'LINK' } }],
    });
  });

  test('is repeatable, and its decisions are a schedule that leads to the same trace', () => {
    const testCase = plainCase(two.replace('return', 'actions.b(); return'), {
      onInterrupt: 'settle',
      behaviours: [[], ask('A'), ask('B')],
      schedule: [7, 5, 3, 1],
    });
    const trace = runWorld(testCase, { engine });
    expect(runWorld(testCase, { engine })).toEqual(trace);
    expect(runWorld(testCase, { engine, scheduler: recorded(trace.decisions) })).toEqual(trace);
  });

  test('reads another clock in every attempt, so that a read that should come from the log is never right by accident', () => {
    const trace = runWorld(
      plainCase('const t = Date.now(); await actions.ask(); return [t, Date.now()];', { behaviours: [[], ask('A')] }),
      { engine },
    );
    const { run } = trace.attempts[1] ?? {};
    if (run?.status !== 'completed') throw new Error('It should have completed.');
    const [first, second] = run.value as [number, number];
    expect(second - first).toBeGreaterThan(80_000_000);
  });
});

test('orders of a log are read as positions', () => {
  const entry = { type: 'action', name: 'a', input: null, response: null } as const;
  expect(
    settleOrder([
      { ...entry, order: 2 },
      null,
      { ...entry, order: 0 },
      { type: 'now', response: 1 },
      { ...entry, order: 1 },
    ]),
  ).toEqual([2, 4, 0]);
});

test('punching makes holes of positions that exist', () => {
  expect(
    punch(
      [
        { type: 'now', response: 1 },
        { type: 'now', response: 2 },
      ],
      [1, 9],
    ),
  ).toEqual([{ type: 'now', response: 1 }, null]);
});
