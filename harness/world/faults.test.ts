import { beforeAll, describe, expect, test } from 'vitest';
import { Engine } from '../../runtime/index.ts';
import { type Behaviour, type Case, type Fault, plainCase } from '../case/index.ts';
import { runWorld, type Trace } from './index.ts';
import { ask } from './testing/ask.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await Engine.load();
});

function run(script: string, changes: Partial<Case> = {}): Trace {
  return runWorld(plainCase(script, changes), { engine });
}

function withFaults(script: string, ...faults: Fault[]): Trace {
  return run(script, { faults });
}

const answered: Behaviour[] = [{ type: 'respond', value: 1 }];
const causes = ({ attempts }: Trace) => attempts.map(({ cause }) => cause);
const positions = (trace: Trace, attempt: number) =>
  trace.attempts[attempt]?.executions.map(({ position }) => position);

describe('a crash', () => {
  const script = 'await actions.a(1); return actions.a(2);';

  test('when a reservation is written comes before the call, and before the next record after it', () => {
    const after = withFaults(script, { type: 'crash-record', record: 2 });
    const before = withFaults(script, { type: 'crash-record', record: 2, before: true });

    expect([after, before].map((trace) => positions(trace, 0))).toEqual([[], [0]]);
    expect([after, before].map((trace) => trace.attempts[1]?.pending?.[0]?.state)).toEqual(['in-flight', 'in-flight']);
    expect(before.executions.map(({ idempotencyKey }) => idempotencyKey)).toEqual(['run:0', 'run:0', 'run:1']);
  });

  test('hits the attempt that it is meant for, and then the next one', () => {
    const trace = withFaults(script, { type: 'crash', turn: 0 }, { type: 'crash', turn: 1, attempt: 1 });

    expect(causes(trace)).toEqual(['start', 'crash', 'crash']);
    expect(trace.attempts[2]?.run).toMatchObject({ status: 'completed' });
  });
});

describe('a lost tail of the journal', () => {
  const script = 'const x = await actions.a(1); return [x, await actions.a(x)];';
  const behaviours: Behaviour[][] = [
    [
      { type: 'respond', value: 'first' },
      { type: 'respond', value: 'again' },
    ],
    answered,
  ];

  test('takes an outcome that the script has seen: the call is executed again, and may come out otherwise', () => {
    const trace = run(script, { behaviours, faults: [{ type: 'lose-tail', turn: 1, records: 2, bytes: 0 }] });

    expect(trace.attempts[0]).toMatchObject({ lost: { records: 2, tornBytes: 0 }, delivered: [0] });
    expect(trace.attempts[0]?.turns).toHaveLength(1);
    expect(trace.attempts[1]).toMatchObject({ cause: 'crash', run: { value: ['again', 1] } });
    expect(positions(trace, 1)).toEqual([0, 1]);
  });

  test('may be cut inside of a record, which counts as if nothing of it were there', () => {
    const lose = (bytes: number) =>
      run(script, { behaviours, faults: [{ type: 'lose-tail', turn: 1, records: 1, bytes }] });
    const [whole, torn] = [lose(0), lose(17)];

    expect(torn.attempts[0]?.lost).toEqual({ records: 1, tornBytes: 17 });
    expect(torn.attempts[1]).toEqual(whole.attempts[1]);
  });

  test('leaves nothing of the first attempt: the run begins anew', () => {
    const trace = run(script, { behaviours, faults: [{ type: 'lose-tail', turn: 1, records: 9, bytes: 0 }] });

    expect(trace.attempts[1]).toMatchObject({ callLog: [], answers: {}, run: { status: 'completed' } });
  });

  test('leaves nothing of a later one: the same is answered again', () => {
    const trace = run('return [await actions.ask(), await actions.a(1)];', {
      behaviours: [ask('yes'), answered],
      faults: [{ type: 'lose-tail', turn: 1, records: 9, bytes: 0, attempt: 1 }],
    });

    expect(trace.attempts.map(({ answers }) => answers)).toEqual([
      {},
      { 0: { answer: 'yes' } },
      { 0: { answer: 'yes' } },
    ]);
    expect(trace.attempts[2]?.run).toMatchObject({ value: ['yes', 1] });
  });
});

describe('an abort', () => {
  const script = 'await actions.a(1); return Promise.all([actions.a(2), actions.b(3)]);';
  const aborted = (fault: Partial<Extract<Fault, { type: 'abort' }>>, changes: Partial<Case> = {}) =>
    run(script, {
      behaviours: [answered, answered, answered],
      faults: [{ type: 'abort', turn: 1, ...fault }],
      ...changes,
    });

  test('lets what is in flight settle, delivers none of it, and the run goes on from its log', () => {
    const trace = aborted({});

    expect(trace.attempts[0]).toMatchObject({ abort: { turn: 1, why: 'fault' }, signalled: [1, 2], delivered: [0] });
    expect(trace.attempts[0]?.run).toMatchObject({ status: 'aborted', delivered: 1, pending: [] });
    expect(trace.attempts[1]?.run).toMatchObject({ status: 'completed', value: [1, 1] });
    expect(positions(trace, 1)).toEqual([]);
  });

  test('before the calls of a turn have started leaves them not started', () => {
    const trace = aborted({ unstarted: true });

    expect(positions(trace, 0)).toEqual([0]);
    expect(trace.attempts[0]?.run?.pending.map(({ state }) => state)).toEqual(['not-started', 'not-started']);
    expect(positions(trace, 1)).toEqual([1, 2]);
  });

  test('makes a rejection moot that had not been settled, and it is given again', () => {
    const rejected: Behaviour[] = [{ type: 'interrupt', payload: 1, then: { type: 'reject', reason: 'no' } }];
    const trace = run('try { await actions.ask(); } catch (e) { return e.code; }', {
      behaviours: [rejected],
      faults: [{ type: 'abort', turn: 0, unstarted: true, attempt: 1 }],
    });

    expect(trace.attempts[1]?.run).toMatchObject({
      status: 'aborted',
      callLog: [null],
      pending: [{ state: 'interrupted' }],
    });
    expect(trace.attempts[2]?.run).toMatchObject({ value: 'REJECTED' });
  });

  test('leaves the result of a script that had ended', () => {
    const trace = withFaults('actions.a(1); return 7;', { type: 'abort', turn: 0 });

    expect(trace.attempts[0]).toMatchObject({ abort: { turn: 0 }, run: { status: 'completed', value: 7 } });
  });
});

describe('a clock that is set', () => {
  test('is read so within the attempt, and the log may tell of times that go back', () => {
    const trace = withFaults('const t = Date.now(); await actions.a(1); return Date.now() - t;', {
      type: 'clock-jump',
      ms: -3_600_000,
      turn: 0,
    });

    expect(trace.attempts[0]?.jumps).toEqual([{ turn: 0, ms: -3_600_000 }]);
    const { run } = trace.attempts[0] ?? {};
    expect(run?.status === 'completed' && (run.value as number)).toBeLessThan(-3_500_000);
  });

  test('between attempts: one begins before the one before it, and event time does not go back', () => {
    const day = 86_400_000;
    const trace = run('await actions.a(1); const t = Date.now(); await actions.ask(); return Date.now() - t;', {
      behaviours: [answered, ask('yes')],
      clock: 'event',
      faults: [{ type: 'clock-jump', ms: -30 * day, attempt: 1 }],
    });

    expect(trace.attempts[1]?.resumedAt).toBe(1_700_000_000_000 - 29 * day);
    expect(trace.attempts[1]?.run).toMatchObject({ status: 'completed', value: 0 });
  });
});

describe('two callers who go on with the same pause', () => {
  const script = 'try { return await actions.ask(); } catch (e) { return e.data; }';
  const twice = (fault: object) =>
    run(script, { behaviours: [ask('yes')], faults: [{ type: 'resume-twice', pause: 0, ...fault }] });

  test('execute the question under equal keys, each for itself', () => {
    const { attempts, twins = [] } = twice({});

    expect(twins).toMatchObject([{ of: 0, answers: { 0: { answer: 'yes' } }, run: { value: 'yes' } }]);
    expect(attempts[1]?.run).toMatchObject({ value: 'yes' });
    expect([twins[0], attempts[1]].map((one) => one?.executions.map(({ idempotencyKey }) => idempotencyKey))).toEqual([
      ['run:0'],
      ['run:0'],
    ]);
    expect(attempts[1]?.executions[0]?.execution).toBe(1);
  });

  test('may say the opposite of each other', () => {
    const { attempts, twins = [] } = twice({ otherwise: true });

    expect(twins[0]).toMatchObject({ answers: { 0: { reject: 'yes' } }, executions: [], run: { value: 'yes' } });
    expect(attempts[1]).toMatchObject({ answers: { 0: { answer: 'yes' } }, run: { value: 'yes' } });
    expect(twins[0]?.run?.callLog[0]).toHaveProperty('error.code', 'REJECTED');
  });

  test('change nothing for the run itself', () => {
    const alone = run(script, { behaviours: [ask('yes')] });

    expect(twice({}).attempts).toEqual(alone.attempts);
  });
});

describe('a slow call', () => {
  const raced = 'return Promise.race([actions.a(1), actions.b(2)]);';
  const late = (behaviour: Behaviour, schedule: number[] = []) =>
    run(raced, { behaviours: [answered, [{ ...behaviour, pace: 'late' }]], schedule });

  test('that is fulfilled when its signal has fired is recorded', () => {
    const { attempts } = late({ type: 'respond', value: 2 });

    expect(attempts[0]).toMatchObject({ signalled: [1], late: [{ position: 1, as: 'fulfilled' }] });
    expect(attempts[0]?.run).toMatchObject({ value: 1, delivered: 1, pending: [], callLog: [{}, { response: 2 }] });
  });

  test('that is rejected then is not, for that says nothing of its effect', () => {
    const { attempts } = late({ type: 'fail', failure: { name: 'AbortError', message: '' } });

    expect(attempts[0]?.late).toEqual([{ position: 1, as: 'rejected' }]);
    expect(attempts[0]?.run?.pending).toMatchObject([{ position: 1, state: 'in-flight' }]);
    expect(attempts[0]?.journal?.filter(({ type }) => type === 'entry')).toHaveLength(1);
  });

  test('that takes longer than the grace period stays in flight', () => {
    const { attempts } = late({ type: 'respond', value: 2 }, [0, 1]);

    expect(attempts[0]?.late).toBeUndefined();
    expect(attempts[0]?.run?.pending).toMatchObject([{ position: 1, state: 'in-flight' }]);
  });

  test('is waited for as long as the script needs it', () => {
    const trace = run('return actions.a(1);', { behaviours: [[{ type: 'respond', value: 1, pace: 'late' }]] });

    expect(trace.attempts[0]).not.toHaveProperty('signalled');
    expect(trace.attempts[0]?.run).toMatchObject({ value: 1 });
  });
});

describe('a call of which nothing is ever heard', () => {
  const never: Behaviour = { type: 'respond', value: 1, pace: 'never' };

  test('is left in flight when its time is over', () => {
    const trace = run('actions.a(1); return 7;', { behaviours: [[never]] });

    expect(trace.attempts[0]?.run).toMatchObject({ value: 7, pending: [{ state: 'in-flight' }] });
  });

  test('holds the run up until somebody aborts it, and is executed again then', () => {
    const trace = run('return actions.a(1);', { behaviours: [[never, { type: 'respond', value: 2 }]] });

    expect(trace.attempts.map(({ abort }) => abort?.why)).toEqual(['hang', undefined]);
    expect(trace.attempts[1]).toMatchObject({ cause: 'resume', run: { value: 2 } });
  });

  test('makes people give up in the end', () => {
    const trace = run('return actions.a(1);', { behaviours: [[never]] });

    expect(trace.end).toBe('ended');
    expect(trace.attempts.map(({ run }) => run?.status)).toEqual(['aborted', 'aborted', 'aborted']);
  });
});

test('a later attempt is moved like the first', () => {
  const trace = run('await actions.ask(); return [await actions.a(1), await actions.b(2)];', {
    behaviours: [ask('yes'), answered, answered],
    faults: [{ type: 'restore-elsewhere', turn: 1, attempt: 1 }],
  });

  expect(trace.attempts.map(({ moves }) => moves?.length)).toEqual([undefined, 1]);
  expect(trace.attempts[1]?.run).toMatchObject({ status: 'completed', value: [1, 1] });
});
