import { beforeAll, describe, expect, test } from 'vitest';
import type { CallLog } from '../../log/entry.ts';
import { Engine } from '../../session/engine.ts';
import { ErrandDesk } from './errand-desk.ts';
import { type Errand, type Op, type PlainOptions, type Report, turnsEnded, underWay } from './protocol.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await Engine.load();
});

const options: Omit<PlainOptions, 'callLog'> = {
  script: 'console.log(Math.random()); return [await actions.a(1), Date.now() > 0];',
  actions: ['a'],
  onInterrupt: 'stop',
  runId: 'r',
  startedAt: 1,
};

function newDesk() {
  const progress = new Int32Array(2);
  const desk = new ErrandDesk(engine, progress);
  const report = (errand: Errand, log: CallLog = []): Report =>
    JSON.parse(desk.handle({ id: 7, attempt: 1, text: JSON.stringify(errand), log: JSON.stringify(log) }) ?? '{}');
  const tell = (op: Op) => report({ type: 'attempt', op });
  return { desk, progress, report, tell };
}

const answered: Op = { type: 'settle', position: 1, settlement: { response: 2 }, order: 0 };

test('an exchange is reported with what is new in it, and what a run has besides its log when it is over', () => {
  const { desk, progress, report, tell } = newDesk();

  const started = report({ type: 'attempt', open: options, op: { type: 'start' } });
  expect([...progress]).toEqual([7, 1]);
  desk.rest();
  const ended = tell(answered);

  expect(started).toMatchObject({
    step: { phase: 'running', execute: [{ position: 1, name: 'a', input: 1, idempotencyKey: 'r:1' }] },
    news: { ended: false, delivered: 0, positions: 2, reads: [[0, 'random', expect.any(Number)]] },
  });
  expect(ended).toMatchObject({
    step: { phase: 'done' },
    run: { status: 'completed', value: [2, true], pending: [] },
    news: { ended: true, delivered: 1, positions: 3, reads: [[2, 'now', expect.any(Number)]] },
  });
  expect(ended.news).not.toHaveProperty('console');
  expect(ended.run).not.toHaveProperty('callLog');
  expect(progress[underWay]).toBe(7);
  expect(progress[turnsEnded]).toBe(2);
});

test('an attempt that is made again reads what it has read, and reports only what comes then', () => {
  const { report } = newDesk();
  const past = { ops: [{ type: 'start' } as const], reads: [0.25] };

  const ended = report({ type: 'attempt', open: options, past, op: answered });

  expect(ended).toMatchObject({ run: { status: 'completed' }, news: { reads: [[2, 'now', expect.any(Number)]] } });
  expect(ended.news).not.toHaveProperty('console');
});

describe('what is wrong is in the report', () => {
  test('a script that does not link', () => {
    const { report } = newDesk();

    const { error } = report({ type: 'attempt', open: { ...options, script: 'fetch()' }, op: { type: 'start' } });

    expect(error).toMatchObject({ kind: 'link', fields: { code: 'LINK', missing: [{ name: 'fetch' }] } });
  });

  test('a script that does not follow its log', () => {
    const { report } = newDesk();
    const log: CallLog = [{ type: 'now', response: 1 }];

    const { error, news } = report({ type: 'attempt', open: options, op: { type: 'start' } }, log);

    expect(error).toMatchObject({ kind: 'call-log-mismatch', fields: { position: 0, reason: 'kind' } });
    expect(news).toMatchObject({ positions: 1 });
  });

  test('an order that is not the next one, for then main and thread are not of one mind', () => {
    const { report, tell } = newDesk();
    report({ type: 'attempt', open: options, op: { type: 'start' } });

    expect(tell({ ...answered, order: 1 })).toMatchObject({ error: { message: expect.stringContaining('order 1') } });
  });

  test('an attempt that was given up', () => {
    const { desk, report, tell } = newDesk();
    report({ type: 'attempt', open: options });

    expect(desk.handle({ id: 0, attempt: 1 })).toBeUndefined();
    expect(tell({ type: 'start' })).toMatchObject({ error: { message: 'This thread has no attempt 1.' } });
  });
});

test('calls that are left, a pause and an abort are told as they are to an attempt', () => {
  const { report, tell } = newDesk();
  const script = 'data.x = 1; return await Promise.all([actions.a(1), actions.a(2), actions.a(3)]);';
  report({ type: 'attempt', open: { ...options, script }, op: { type: 'start' } });

  expect(tell({ type: 'leave', positions: [0], state: 'in-flight' })).toMatchObject({ step: { phase: 'running' } });
  expect(tell({ type: 'settle', position: 1, settlement: { interrupt: '?' } })).toMatchObject({
    step: { phase: 'stopping' },
  });
  expect(tell({ type: 'finish' })).toMatchObject({ run: { status: 'interrupted', data: { x: 1 } } });
  expect(tell({ type: 'abort', reason: 'enough' })).toMatchObject({ news: { aborted: true } });
  expect(tell({ type: 'leave', positions: [2], state: 'not-started' })).toMatchObject({
    run: {
      status: 'aborted',
      reason: 'enough',
      pending: [{ state: 'in-flight' }, { state: 'interrupted', payload: '?' }, { state: 'not-started' }],
    },
  });
});
