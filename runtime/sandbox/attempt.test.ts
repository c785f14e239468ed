import { afterEach, describe, expect, test } from 'vitest';
import type { CallLog } from '../log/entry.ts';
import { Engine } from '../session/engine.ts';
import { Attempt } from './attempt.ts';
import type { AttemptOptions } from './attempt-options.ts';
import type { AttemptStep, ExecutableCall } from './attempt-step.ts';
import type { InterruptedRun, Run } from './run.ts';

const engine = await Engine.load();
const open: Attempt[] = [];

afterEach(() => {
  for (const attempt of open.splice(0)) attempt.close();
});

function attemptAt(script: string, options: Partial<AttemptOptions> = {}): Attempt {
  const attempt = new Attempt(engine, {
    script,
    actions: ['ask', 'work'],
    onInterrupt: 'stop',
    runId: 'r',
    startedAt: 0,
    ...options,
  });
  open.push(attempt);
  return attempt;
}

const goOn = (run: Run, options: Partial<AttemptOptions>) =>
  attemptAt(run.source, { callLog: run.callLog, initial: { pending: run.pending }, header: run.header, ...options });

const positions = (step: AttemptStep) => step.execute.map(({ position }) => position);

const both = 'return await Promise.all([actions.ask(), actions.work()]);';

describe('steps', () => {
  test('hand out each call once, in position order, with its key', () => {
    const attempt = attemptAt('await actions.ask(1); await Promise.all([actions.work(2), actions.work(3)]);');

    const first = attempt.start();
    const second = attempt.settle(0, { response: null });
    const third = attempt.settle(2, { response: null });
    const last = attempt.settle(1, { error: { name: 'E', message: 'no' } });

    expect(first).toEqual({
      execute: [{ position: 0, name: 'ask', input: 1, idempotencyKey: 'r:0' }],
      decided: [],
      sleeps: [],
      wake: undefined,
      phase: 'running',
    });
    expect(positions(second)).toEqual([1, 2]);
    expect(third).toMatchObject({ execute: [], decided: [], phase: 'running' });
    expect(last.phase).toBe('done');
    expect(attempt.finish()).toMatchObject({ status: 'failed', error: { name: 'E' }, delivered: 3 });
  });

  test('after a pause: stopping, until nothing is in flight', () => {
    const attempt = attemptAt(both);
    attempt.start();

    const stopping = attempt.settle(0, { interrupt: '?' });
    const done = attempt.settle(1, { response: 1 });

    expect([stopping.phase, done.phase]).toEqual(['stopping', 'done']);
    expect(attempt.finish()).toMatchObject({ status: 'interrupted', delivered: 0, callLog: [null, { order: 0 }] });
  });

  test('after the end: ending, until nothing is in flight', () => {
    const attempt = attemptAt('await Promise.race([actions.ask(), actions.work()]); void actions.work();');
    attempt.start();

    const ending = attempt.settle(1, { response: 1 });
    attempt.settle(2, { interrupt: 'late question' });
    const done = attempt.settle(0, { response: 2 });

    expect([positions(ending), ending.phase, done.phase]).toEqual([[2], 'ending', 'done']);
    expect(attempt.finish()).toMatchObject({
      status: 'completed',
      warnings: [{ position: 0 }, { position: 2 }].map((warning) => ({ ...warning, code: 'left-in-flight' })),
      pending: [{ position: 2, state: 'interrupted', payload: 'late question' }],
    });
  });

  test('with settle: running until only questions are left', () => {
    const attempt = attemptAt(both, { onInterrupt: 'settle' });
    attempt.start();

    const running = attempt.settle(0, { interrupt: '?' });
    const done = attempt.settle(1, { response: 1 });

    expect([running.phase, done.phase]).toEqual(['running', 'done']);
    expect(attempt.finish()).toMatchObject({ status: 'interrupted', delivered: 1 });
  });

  test('after an abort: nothing is delivered, the first reason stays', () => {
    const attempt = attemptAt(both);
    attempt.start();

    const stopping = attempt.abort({ why: 1 });
    attempt.abort({ why: 2 });
    attempt.settle(0, { response: 'kept' });
    const done = attempt.leave(1, 'in-flight');

    expect([stopping.phase, done.phase]).toEqual(['stopping', 'done']);
    expect(attempt.finish()).toMatchObject({
      status: 'aborted',
      reason: { why: 1 },
      delivered: 0,
      callLog: [{ response: 'kept' }, null],
      pending: [{ position: 1, state: 'in-flight' }],
    });
  });

  test('a call that is not in flight cannot settle', () => {
    const attempt = attemptAt(both);
    attempt.start();
    attempt.settle(0, { interrupt: '?' });

    expect(() => attempt.settle(0, { response: 1 })).toThrow('position 0');
    expect(() => attempt.settle(7, { response: 1 })).toThrow('position 7');
  });
});

describe('going on with a run', () => {
  const paused = (script = both): InterruptedRun => {
    const attempt = attemptAt(script);
    for (const { position, name } of attempt.start().execute) {
      attempt.settle(position, name === 'ask' ? { interrupt: position } : { response: position });
    }
    return attempt.finish() as InterruptedRun;
  };

  test('a question without an answer is not executed, and does not stop the run', () => {
    const attempt = goOn(paused('await Promise.all([actions.ask(), actions.ask()]);'), {
      answers: { 1: { answer: null } },
    });

    const step = attempt.start();
    const done = attempt.settle(1, { response: 1 });

    expect(step.execute).toEqual([{ position: 1, name: 'ask', input: null, idempotencyKey: 'r:1', answer: null }]);
    expect([step.phase, done.phase]).toEqual(['running', 'done']);
    expect(attempt.finish()).toMatchObject({ status: 'interrupted', interrupts: [{ position: 0, payload: 0 }] });
  });

  test('rejections settle first, in position order, before anything is executed', () => {
    const seen: number[] = [];
    const run = paused(
      'await Promise.allSettled([actions.ask(), actions.ask(), actions.ask()]); return actions.work();',
    );
    const attempt = goOn(run, {
      answers: { 2: { reject: 'c' }, 0: { reject: 'a' }, 1: { answer: 1 } },
      onTurn: ({ cause }) => void (cause.type === 'delivery' && seen.push(cause.position)),
    });

    const step = attempt.start();

    expect(seen).toEqual([0, 2]);
    expect(positions(step)).toEqual([1]);
  });

  test('with writeAhead, rejections are handed out to be written down, one after the other, before any call', () => {
    const run = paused(
      'await Promise.allSettled([actions.ask(), actions.ask(), actions.ask()]); return actions.work();',
    );
    const answers = { 2: { reject: 'c' }, 0: { reject: 'a' }, 1: { answer: 1 } };
    const attempt = goOn(run, { answers, writeAhead: true });

    const first = attempt.start();
    const rejection = first.decided[0]?.outcome ?? { response: null };
    const entry = attempt.entryOf(0, rejection);
    const second = attempt.settle(0, rejection);
    const third = attempt.settle(2, second.decided[0]?.outcome ?? { response: null });

    expect(first.decided.map(({ position }) => position)).toEqual([0, 2]);
    expect([first.execute, second.execute]).toEqual([[], []]);
    expect(positions(third)).toEqual([1]);
    expect(attempt.session.callLog[0]).toEqual(entry);
  });

  test('a rejection that an abort overtakes is not used', () => {
    const attempt = goOn(paused('await actions.ask();'), { answers: { 0: { reject: 1 } }, writeAhead: true });
    attempt.start();

    const done = attempt.abort('over');

    expect(done).toMatchObject({ execute: [], decided: [], phase: 'done' });
    expect(attempt.finish()).toMatchObject({
      pending: [{ state: 'interrupted', payload: 0 }],
      warnings: [{ code: 'answer-unused' }],
    });
  });

  test('what was in flight is executed, without an answer', () => {
    const first = attemptAt(both);
    first.start();
    first.abort('over');
    const run = first.finish();

    expect(goOn(run, {}).start().execute).toMatchObject([{ position: 0 }, { position: 1 }]);
  });

  test('what this attempt did not start stays what it was, and its answer is unused', () => {
    const first = attemptAt('await Promise.all([actions.ask(), actions.work(), actions.work()]);');
    first.start();
    first.settle(0, { interrupt: '?' });
    first.leave(1, 'in-flight');
    first.leave(2, 'not-started');
    const attempt = goOn(first.finish(), { answers: { 0: { answer: 1 } } });

    attempt.start();
    for (const position of [0, 1, 2]) attempt.leave(position, 'not-started');

    expect(attempt.finish()).toMatchObject({
      pending: [{ state: 'interrupted', payload: '?' }, { state: 'in-flight' }, { state: 'not-started' }],
      warnings: [{ code: 'answer-unused', position: 0 }],
    });
  });

  test('siblings behind a hole are delivered before anything else', () => {
    const run = paused(
      'actions.work().then(() => console.log("sibling")); await actions.ask(); console.log("answered");',
    );
    const attempt = goOn(run, { answers: { 1: { answer: 1 } } });

    attempt.start();
    const before = attempt.session.console.map(({ text }) => text);
    attempt.settle(1, { response: 1 });

    expect(before).toEqual(['sibling']);
    expect(attempt.finish().console.map(({ text }) => text)).toEqual(['sibling', 'answered']);
  });

  test('a pending call that is not made any more is a mismatch', () => {
    const run = paused('await actions.ask();');
    const attempt = goOn({ ...run, source: 'await 0; return 1;' }, {});

    expect(() => attempt.start()).toThrow(expect.objectContaining({ code: 'RUN_MISMATCH', path: '$.pending[0]' }));
  });

  test('the input of an action whose inputs are ignored may have changed', () => {
    const run = paused('await actions.ask("old");');
    const source = 'await actions.ask("new");';

    expect(() => goOn({ ...run, source }, {}).start()).toThrow(expect.objectContaining({ path: '$.pending[0].input' }));
    expect(goOn({ ...run, source }, { ignoreInputs: ['ask'] }).start().phase).toBe('done');
  });
});

describe('any order of settling', () => {
  const script = `
    const log = [];
    await Promise.all([0, 1].map(async (k) => {
      log.push(['ask', k, await actions.ask(k)]);
      log.push(['work', k, await actions.work(k)]);
    }));
    return log;
  `;

  /** Settles whatever is in flight by its choices; every question that has no answer yet pauses the run. */
  const playAttempt = (attempt: Attempt, choose: () => number, executed: string[]): Run => {
    const inFlight: ExecutableCall[] = [];
    for (let step = attempt.start(); ; ) {
      inFlight.push(...step.execute);
      executed.push(...step.execute.map(({ position, answer }) => `${position}${answer === undefined ? '' : '!'}`));
      if (step.phase === 'done') return attempt.finish();
      const [call] = inFlight.splice(choose() % inFlight.length, 1);
      if (call === undefined) throw new Error('nothing is in flight');
      const asks = call.name === 'ask' && call.answer === undefined;
      step = attempt.settle(call.position, asks ? { interrupt: 0 } : { response: call.position });
    }
  };

  /** Each pause is answered, one question at a time, and goes on as a new attempt. */
  const playOut = (choices: readonly number[]): { run: Run; executed: string[] } => {
    const executed: string[] = [];
    const left = [...choices];
    const choose = () => left.shift() ?? 0;
    let run = playAttempt(attemptAt(script), choose, executed);
    while (run.status === 'interrupted') {
      const { position } = run.interrupts[choose() % run.interrupts.length] ?? { position: -1 };
      run = playAttempt(goOn(run, { answers: { [position]: { answer: 1 } } }), choose, executed);
    }
    return { run, executed };
  };

  test.each(Array.from({ length: 24 }, (_, seed) => [seed]))(
    'completes, executes nothing twice, and replays (%i)',
    (seed) => {
      const { run, executed } = playOut([seed, seed >> 1, seed >> 2, seed >> 3, seed >> 1, seed]);
      const replay = goOn(run, { deliverMax: run.delivered });
      replay.start();

      expect(run.status).toBe('completed');
      expect(new Set(executed).size).toBe(executed.length);
      expect(executed.toSorted()).toEqual(['0', '0!', '1', '1!', '2', '3']);
      expect(orders(run.callLog).toSorted()).toEqual([0, 1, 2, 3]);
      expect(replay.finish()).toEqual(run);
    },
  );

  const orders = (log: CallLog) => log.flatMap((entry) => (entry?.type === 'action' ? [entry.order ?? -1] : []));
});
