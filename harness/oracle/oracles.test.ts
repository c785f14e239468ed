import { beforeAll, describe, expect, test } from 'vitest';
import { type CallLog, Engine, type EngineLike, type Json, type Session } from '../../runtime/index.ts';
import { type Behaviour, type Case, plainCase } from '../case/index.ts';
import { drawFrom } from '../schedule/index.ts';
import { type AttemptTrace, attemptBase, Memories, type MemoryCopy, runWorld, type Trace } from '../world/index.ts';
import { overridden } from './control.ts';
import { leftOut, type Oracle, type OracleContext, oracles, runCase } from './index.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await Engine.load();
});

const respond = (value: Json): Behaviour[] => [{ type: 'respond', value }];
const ask = (answer: Json): Behaviour[] => [{ type: 'interrupt', payload: null, then: { type: 'answer', answer } }];

/** Two branches that race, a pause, reads, `data` and console: something of everything that is promised. */
const rich = plainCase(
  [
    'const seen = [];',
    'const branch = async (k) => { const x = await actions.a({ k }); seen.push(x, Date.now()); return actions.b({ k, x }); };',
    'const both = await Promise.all([branch(1), branch(2)]);',
    'console.log(seen.length);',
    'const said = await actions.ask({ both, at: Math.random() });',
    'data.said = said;',
    'return { seen, both, said };',
  ].join('\n'),
  {
    behaviours: [
      respond({ n: 1 }),
      respond({ n: 2 }),
      respond(3),
      respond(4),
      respond(5),
      respond(6),
      respond(7),
      ask('yes'),
    ],
    schedule: [1, 0, 1],
  },
);

function oracleOf(name: string): Oracle {
  const found = oracles.find((oracle) => oracle.name === name);
  if (found === undefined) throw new Error(`There is no oracle ${name}.`);
  return found;
}

function contextOf(testCase: Case, trace: Trace, on: EngineLike = engine): OracleContext {
  return {
    case: testCase,
    trace,
    engine: on,
    elsewhere: on,
    memory: 'every',
    again: (memory) => runWorld(testCase, { engine: on, memory }),
    base: attemptBase(testCase),
    effort: 'thorough',
    draw: drawFrom(1),
    ran: () => {},
    met: () => {},
  };
}

/** What an oracle says of a trace whose last attempt was falsified. */
function judgeFalsified(name: string, testCase: Case, falsify: (attempt: AttemptTrace) => AttemptTrace) {
  const trace = runWorld(testCase, { engine, memory: 'every' });
  const last = trace.attempts.at(-1) as AttemptTrace;
  const falsified = { ...trace, attempts: [...trace.attempts.slice(0, -1), falsify(last)] };
  return oracleOf(name).check(contextOf(testCase, falsified));
}

function withRun(changes: object): (attempt: AttemptTrace) => AttemptTrace {
  return (attempt) => ({ ...attempt, run: { ...attempt.run, ...changes } as NonNullable<AttemptTrace['run']> });
}

/** The attempt's memories, with a bit of the heap flipped from a turn on. */
function withByteChanged({ turns, memories }: AttemptTrace, from: number): Memories {
  const changed = new Memories('never');
  for (const { index } of turns) {
    const copy = memories?.at(index) as MemoryCopy;
    const heap = Buffer.from(copy.parts[1]);
    if (index >= from) heap[3 * 4096 + 7] = (heap[3 * 4096 + 7] as number) ^ 1;
    changed.keep(index, { ...copy, parts: [copy.parts[0], heap] });
  }
  return changed;
}

/** An engine whose sessions are opened otherwise, or do something else. */
function broken(options: {
  open?: (given: SessionOptions) => SessionOptions;
  session?: (session: Session) => object;
}): EngineLike {
  return {
    fingerprint: engine.fingerprint,
    open(given) {
      const session = engine.open(options.open?.(given) ?? given);
      return options.session === undefined ? session : overridden(session, options.session(session));
    },
  };
}

type SessionOptions = Parameters<EngineLike['open']>[0];

/** Which oracles object to a case on a broken engine. */
function objectors(testCase: Case, on: EngineLike): string[] {
  return runCase(testCase, { engine: on }).failures.map(({ oracle }) => oracle);
}

test('a sound runtime keeps all promises', () => {
  expect(runCase(rich, { engine }).failures).toEqual([]);
});

test('every oracle says what is promised, and what is not compared has its reason', () => {
  for (const { name, promise } of oracles) expect(promise, name).toMatch(/^[A-Z].*\.$/);
  for (const { what, reason } of leftOut) expect(reason, what).toMatch(/\.$/);
});

describe('replay-equals-live', () => {
  const name = 'replay-equals-live';

  test.each([
    ['value', withRun({ value: 'another' }), 'value'],
    ['data', withRun({ data: { said: 'no' } }), 'data'],
    ['console', withRun({ console: [{ level: 'log', text: '5' }] }), 'console'],
    ['status', withRun({ status: 'failed', error: { name: 'E', message: 'm' } }), 'state'],
  ])('rejects a trace with another %s', (_what, falsify, kind) => {
    expect(judgeFalsified(name, rich, falsify)).toMatchObject({ kind });
  });

  test('rejects a trace with another memory in a turn, and names the turn', () => {
    const falsify = (attempt: AttemptTrace) => ({ ...attempt, memories: withByteChanged(attempt, 2) });
    expect(judgeFalsified(name, rich, falsify)).toMatchObject({
      kind: 'memory',
      turn: 2,
      message: expect.stringMatching(
        /1 bytes in 1 page, first in page 3 of the heap at byte 7: attempt 0 shows \w{16}, attempt 1, which replays it, shows \w{16}\./,
      ),
    });
  });

  test('rejects a replay that executes', () => {
    expect(
      judgeFalsified(name, plainCase('return actions.a();'), withRun({ callLog: [], delivered: 1 })),
    ).toBeDefined();
  });

  test('catches a clock that is read again on replay', () => {
    const readAgain = (log: CallLog = [], now = () => 1): CallLog =>
      log.map((entry) => (entry?.type === 'now' ? { ...entry, response: now() } : entry));
    const on = broken({ open: (given) => ({ ...given, callLog: readAgain(given.callLog, given.now) }) });
    expect(objectors(rich, on)).toContain(name);
  });

  test('catches a replay in the order of positions', () => {
    const unordered = (log: CallLog = []): CallLog =>
      log.map((entry) => {
        if (entry?.type !== 'action') return entry;
        const { order: _, ...rest } = entry;
        return rest;
      });
    const on = broken({ open: (given) => ({ ...given, callLog: unordered(given.callLog) }) });
    const race = plainCase('return Promise.race([actions.a(1), actions.b(2)]);', {
      behaviours: [respond(1), respond(2)],
      schedule: [1],
    });
    expect(objectors(race, on)).toContain(name);
  });

  test('catches a live value that is not what the log says', () => {
    const raw = (value: unknown): Json =>
      JSON.parse(JSON.stringify(value, (_key, inner: unknown) => inner ?? null)) as Json;
    const session = (inner: Session): Partial<Session> => ({
      deliver: (position, outcome) =>
        inner.deliver(position, 'response' in outcome ? { response: raw(outcome.response) } : outcome),
      get callLog() {
        return inner.callLog.map((entry) =>
          entry?.type === 'action' && 'response' in entry ? { ...entry, response: { n: 1 } } : entry,
        );
      },
    });
    expect(
      objectors(plainCase('return actions.a();', { behaviours: [respond({ n: 1 })] }), broken({ session })),
    ).toContain(name);
  });
});

describe('resume-equals-uninterrupted', () => {
  const name = 'resume-equals-uninterrupted';

  test('rejects a trace that ended elsewhere than the uninterrupted execution', () => {
    expect(judgeFalsified(name, rich, withRun({ value: 1 }))).toMatchObject({ kind: 'value' });
  });

  test('rejects a log with an outcome whose call is not outstanding when its turn comes', () => {
    const swapped = (attempt: AttemptTrace): AttemptTrace => {
      const log = attempt.run?.callLog ?? [];
      const flip = new Map([
        [0, 2],
        [2, 0],
      ]);
      const callLog = log.map((entry) =>
        entry?.type === 'action' ? { ...entry, order: flip.get(entry.order ?? 0) ?? entry.order } : entry,
      );
      return withRun({ callLog })(attempt);
    };
    expect(
      judgeFalsified(name, plainCase('await actions.a(1); await actions.a(2); await actions.a(3);'), swapped),
    ).toMatchObject({ kind: 'lost', position: 2 });
  });

  test('catches a resume that forgets what data was', () => {
    const on = broken({
      open: (given) => ((given.callLog ?? []).length > 0 ? { ...given, data: { forgotten: true } } : given),
    });
    expect(objectors(rich, on)).toContain(name);
  });
});

describe('hole-executed-record-never', () => {
  const name = 'hole-executed-record-never';
  const pausing = plainCase('await actions.a(1); return actions.ask();', { behaviours: [respond(1), ask(2)] });

  test('rejects a trace in which a record was executed again', () => {
    const again = (attempt: AttemptTrace): AttemptTrace => {
      const [execution] = attempt.executions;
      return { ...attempt, executions: execution ? [{ ...execution, position: 0 }, execution] : [] };
    };
    expect(judgeFalsified(name, pausing, again)).toMatchObject({ kind: 'record-executed', position: 0 });
  });

  test('rejects a trace in which a hole was executed twice, or not at all, or under another key', () => {
    const judge = (executions: (attempt: AttemptTrace) => AttemptTrace['executions']) =>
      judgeFalsified(name, plainCase('return actions.a();'), (attempt) => ({
        ...attempt,
        executions: executions(attempt),
      }));
    expect(judge((attempt) => [...attempt.executions, ...attempt.executions])).toMatchObject({
      kind: 'executed-twice',
    });
    expect(judge(() => [])).toMatchObject({ kind: 'hole-not-executed', position: 0 });
    expect(judge((attempt) => attempt.executions.map((one) => ({ ...one, idempotencyKey: 'x' })))).toMatchObject({
      kind: 'key',
    });
  });

  test('catches a runtime that serves a hole as nothing instead of executing it', () => {
    const served = new Set<Session>();
    const session = (inner: Session): Partial<Session> => ({
      start: () => {
        const exchange = inner.start();
        const hole = exchange.calls.find(({ position }) => inner.callLog.length > position + 1);
        if (hole === undefined || served.has(inner)) return exchange;
        served.add(inner);
        return { ...inner.deliver(hole.position, { response: null }) };
      },
    });
    const two = plainCase('return [await actions.a(1), await actions.b(2)];', { behaviours: [respond(1), respond(2)] });
    expect(objectors(two, broken({ session }))).toContain(name);
  });
});

describe('guard-always-fires', () => {
  const name = 'guard-always-fires';

  test('rejects a trace in which an unchanged script tripped the guard', () => {
    const thrown = {
      name: 'CallLogMismatchError',
      message: 'm',
      code: 'CALL_LOG_MISMATCH',
      position: 0,
      reason: 'input' as const,
    };
    expect(judgeFalsified(name, rich, (attempt) => ({ ...attempt, thrown }))).toMatchObject({ kind: 'thrown:input' });
  });

  test('catches a guard that does not compare inputs', () => {
    const on = broken({ open: (given) => ({ ...given, ignoreInputs: given.actions }) });
    expect(runCase(plainCase('return actions.a({ x: 1 });'), { engine: on }).failures).toMatchObject([
      { oracle: name, kind: 'silent', message: expect.stringContaining('reason input') },
    ]);
  });

  test('catches a guard that compares the order of keys', () => {
    const sorted = (log: CallLog = []): boolean =>
      log.every((entry) => entry?.type !== 'action' || JSON.stringify(entry.input) !== '{"b":2,"a":1}');
    const on = broken({
      open: (given) =>
        sorted(given.callLog)
          ? given
          : {
              ...given,
              callLog: (given.callLog ?? []).map((entry) =>
                entry?.type === 'action' ? { ...entry, input: 0 } : entry,
              ),
            },
    });
    expect(runCase(plainCase('return actions.a({ a: 1, b: 2 });'), { engine: on }).failures).toMatchObject([
      { oracle: name, kind: 'thrown:input' },
    ]);
  });

  test('catches a guard that forgets entries which the script never reaches', () => {
    const session = (inner: Session): Partial<Session> => ({
      start: () => {
        try {
          return inner.start();
        } catch {
          return { state: 'completed', calls: [] };
        }
      },
    });
    expect(objectors(plainCase('return actions.a();'), broken({ session }))).toContain(name);
  });
});

describe('nothing-ends-silently', () => {
  const name = 'nothing-ends-silently';
  const simple = plainCase('return actions.a();');

  test.each([
    [
      'is paused with nothing pending',
      withRun({ status: 'interrupted', pending: [], interrupts: [] }),
      'paused-for-nothing',
    ],
    ['failed without a reason', withRun({ status: 'failed', error: {} }), 'failed-silently'],
    ['was aborted', withRun({ status: 'aborted', reason: { code: 'ENGINE' } }), 'aborted'],
    [
      'threw',
      (attempt: AttemptTrace) => ({ ...attempt, thrown: { name: 'TypeError', message: 'm' } }),
      'thrown:TypeError',
    ],
  ])('rejects a run that %s', (_what, falsify, kind) => {
    expect(judgeFalsified(name, simple, falsify)).toMatchObject({ kind });
  });

  test('rejects a run that waits for nothing', () => {
    const trace = { ...runWorld(simple, { engine }), end: 'dormant' as const };
    expect(oracleOf(name).check(contextOf(simple, trace))).toMatchObject({ kind: 'dormant' });
  });

  test('catches a runtime that does not notice that a script is stuck', () => {
    const session = (inner: Session): Partial<Session> => ({
      start: () => ({ ...inner.start(), state: 'waiting' }),
      outcome: undefined,
    });
    expect(objectors(plainCase('await new Promise(() => {});'), broken({ session }))).toContain(name);
  });
});
