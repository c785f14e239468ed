import { xxhash128 } from 'hash-wasm';
import { describe, expect, test } from 'vitest';
import { CallLogFormatError, CallLogMismatchError, MisuseError } from '../errors.ts';
import type { CallLog, Outcome } from '../log/entry.ts';
import { Engine } from './engine.ts';
import type { Session, SessionOptions } from './types.ts';

const engine = await Engine.load();
const startedAt = 1_700_000_000_000;

/** A session on a clock that can be set, and the digest of each of its turns. */
function open(script: string, options: Partial<SessionOptions> = {}) {
  const clock = { ms: startedAt };
  const digests: string[] = [];
  const session = engine.open({
    script,
    actions: ['a', 'ask', 'b'],
    now: () => clock.ms,
    random: () => 0.5,
    runId: 'run',
    startedAt,
    onTurn: (_, at) => digests.push(at.digest()),
    ...options,
  });
  return { clock, digests, session };
}

const over: Outcome = { response: null };

/** Runs a script in which every call settles after an hour, lowest position first. */
function runToEnd(script: string, options: Partial<SessionOptions> = {}, hour = 3_600_000) {
  const { clock, digests, session } = open(script, options);
  const waiting = [...session.start().calls];
  for (let call = waiting.shift(); call !== undefined && session.state === 'waiting'; call = waiting.shift()) {
    clock.ms += hour;
    waiting.push(...session.deliver(call.position, over).calls);
  }
  return { digests, session, log: session.callLog };
}

function result(session: Session): unknown {
  const { outcome } = session;
  return outcome !== undefined && 'value' in outcome ? outcome.value : outcome;
}

function timeless(log: CallLog): CallLog {
  return log.map((entry) => {
    if (entry?.type !== 'action') return entry;
    const { at: _, ...rest } = entry;
    return rest as typeof entry;
  });
}

describe('sleep', () => {
  test('under a recorded clock reads it and then reserves a call with the time at which it is over', () => {
    const { session } = open('return await sleep(5000);');

    expect(session.start().calls).toEqual([{ position: 1, name: 'sleep', input: { until: startedAt + 5000 } }]);
    expect(session.callLog).toEqual([{ type: 'now', response: startedAt }, null]);
    session.deliver(1, over);
    expect(result(session)).toBe(null);
  });

  test('under an event clock reserves one position', () => {
    const { session } = open('await actions.a(); await sleep(5000);', { clock: 'event' });
    session.start();

    const { calls } = session.deliver(0, over, '1700000001234-0000');

    expect(calls).toEqual([{ position: 1, name: 'sleep', input: { until: 1_700_000_006_234 } }]);
  });

  test.each(['-1', 'NaN', 'Infinity', '"5"', 'undefined', '5n', 'null', '{ valueOf: () => 5 }'])(
    'of %s is refused before a position is reserved',
    (ms) => {
      const { session } = open(
        `try { sleep(${ms}); } catch (error) { return [error instanceof TypeError, error.message]; }`,
      );

      session.start();

      expect(result(session)).toEqual([
        true,
        expect.stringMatching(/^sleep takes a number of milliseconds from 0, not /),
      ]);
      expect(session.positions).toBe(0);
    },
  );

  test('of another length than was recorded is a mismatch of its input', () => {
    const { log } = runToEnd('await sleep(5000);');

    const { session } = open('await sleep(6000);', { callLog: log });

    expect(() => session.start()).toThrow(
      expect.objectContaining({ code: 'CALL_LOG_MISMATCH', position: 1, reason: 'input' }),
    );
  });

  test('cannot be the name of an action', () => {
    expect(() => engine.open({ script: '', actions: ['sleep'] })).toThrow(
      expect.objectContaining({ code: 'RESERVED_ACTION' }),
    );
  });

  test('counts as a call in flight', () => {
    const { session } = open('for (;;) sleep(1);', { limits: { inFlight: 3 }, clock: 'event' });
    session.start();

    expect(session.outcome).toMatchObject({ error: { code: 'LIMIT_IN_FLIGHT', limit: { position: 4 } } });
  });
});

describe('setTimeout', () => {
  test('calls back with its arguments, and `this` is nothing', () => {
    const script = `return await new Promise((resolve) => {
      setTimeout(function (...args) { resolve([this === undefined, ...args]); }, 10, 'x', { y: 1 });
    });`;

    expect(result(runToEnd(script).session)).toEqual([true, 'x', { y: 1 }]);
  });

  test.each([
    ['undefined', 0],
    ['NaN', 0],
    ['-5', 0],
    ['"12"', 12],
    ['1.9', 1],
    ['Infinity', 8_640_000_000_000_000],
    ['1e300', 8_640_000_000_000_000],
    ['{ valueOf: () => 7 }', 7],
  ])('takes a delay of %s for %d', (delay, ms) => {
    const { session } = open(`setTimeout(() => {}, ${delay}); await actions.a();`, { clock: 'event' });

    expect(session.start().calls[0]?.input).toEqual({ until: startedAt + ms });
  });

  test.each(['undefined', '"code()"', '{}', 'Promise.resolve()'])('refuses to call %s', (callback) => {
    const { session } = open(`try { setTimeout(${callback}, 1); } catch (error) { return error.message; }`);
    session.start();

    expect(result(session)).toMatch(/^setTimeout takes a function to call, not /);
    expect(session.positions).toBe(0);
  });

  test('numbers its timers from 1', () => {
    const { session } = runToEnd('return [setTimeout(() => {}), setTimeout(() => {}, 5), typeof clearTimeout()];');

    expect(result(session)).toEqual([1, 2, 'undefined']);
  });

  test('shows what its callback throws, and goes on', () => {
    const { session } = runToEnd(
      'setTimeout(() => { throw new RangeError("too far"); }, 1); await sleep(2); return "on";',
    );

    expect(result(session)).toBe('on');
    expect(session.console).toEqual([{ level: 'error', text: 'Uncaught in setTimeout: RangeError: too far' }]);
  });

  test('runs a callback before what waits for it, and lets nobody see how', () => {
    const script = `
      const seen = [];
      Promise.prototype.then = Set.prototype.delete = Set.prototype.add = Reflect.apply = Array.prototype.push;
      const done = new Promise((resolve) => {
        setTimeout(() => { seen[seen.length] = 'timer'; resolve(); seen[seen.length] = 'after'; }, 1);
      });
      await done;
      return seen;`;

    expect(result(runToEnd(script).session)).toEqual(['timer', 'after']);
  });
});

describe('clearTimeout', () => {
  test('of a timer that was recorded: its outcome is consumed and has no effect, live and on replay', () => {
    const script = `
      const seen = [];
      const timer = setTimeout(() => seen.push('fired'), 1000);
      await actions.a();
      clearTimeout(timer);
      await actions.b();
      return seen;`;
    const live = open(script);
    live.session.start();
    live.session.deliver(2, over);
    live.session.deliver(1, over);
    live.session.deliver(3, over);

    const replay = open(script, { callLog: live.session.callLog });
    replay.session.start();

    expect(result(live.session)).toEqual([]);
    expect(live.session.delivered).toBe(3);
    expect(replay.session.outcome).toEqual(live.session.outcome);
    expect(replay.digests).toEqual(live.digests);
  });

  test('takes a number or its text, and ignores all else', () => {
    const script = `
      const seen = [];
      const [one, two] = [setTimeout(() => seen.push(1), 1), setTimeout(() => seen.push(2), 1)];
      for (const id of [undefined, null, {}, 99, -1, 'x', Symbol(), String(one)]) clearTimeout(id);
      clearTimeout(one);
      await actions.a();
      return seen;`;

    expect(result(runToEnd(script).session)).toEqual([2]);
  });

  test('inside the callback of another timer that is over at the same time', () => {
    const script = `
      const seen = [];
      let second;
      setTimeout(() => { seen.push(1); clearTimeout(second); }, 5);
      second = setTimeout(() => seen.push(2), 5);
      await sleep(10);
      return seen;`;

    expect(result(runToEnd(script).session)).toEqual([1]);
  });
});

describe('event time', () => {
  const script = `
    const seen = [Date.now(), new Date().getTime()];
    await actions.a();
    seen.push(Date.now());
    for (let i = 0; i < 1000; i++) if (Date.now() !== seen[2]) seen.push('it moved');
    await actions.b();
    seen.push(Date.now());
    return seen;`;

  test('is that of the start, then of the outcome that resumed the script, and reads reserve nothing', () => {
    const { session, log } = runToEnd(script, { clock: 'event' });

    expect(result(session)).toEqual([startedAt, startedAt, startedAt + 3_600_000, startedAt + 7_200_000]);
    expect(log).toEqual([
      { type: 'action', name: 'a', input: null, response: null, order: 0, at: '1700003600000-0000' },
      { type: 'action', name: 'b', input: null, response: null, order: 1, at: '1700007200000-0000' },
    ]);
  });

  test('is the same on every replay, to the byte, whatever the host says', () => {
    const live = runToEnd(script, { clock: 'event' });

    const replay = open(script, { clock: 'event', callLog: live.log, now: () => 5 });
    replay.session.start();

    expect(replay.session.outcome).toEqual(live.session.outcome);
    expect(replay.session.callLog).toEqual(live.log);
    expect(replay.digests).toEqual(live.digests);
  });

  test('never goes back when the host jumps', () => {
    const { session, log } = runToEnd(script, { clock: 'event' }, -3_600_000);

    expect(result(session)).toEqual([startedAt, startedAt, startedAt, startedAt]);
    expect(log.map((entry) => entry?.type === 'action' && entry.at)).toEqual([
      '1700000000000-0000',
      '1700000000000-0001',
    ]);
  });

  test('is not before the end of a sleep, even where somebody settles it early', () => {
    const { session } = open('await sleep(86_400_000); return Date.now();', { clock: 'event' });
    session.start();
    session.deliver(0, over);

    expect(result(session)).toBe(startedAt + 86_400_000);
  });

  test('goes by the greatest stamp where somebody gave them out of order', () => {
    const late: CallLog = [
      { type: 'action', name: 'a', input: null, response: null, order: 0, at: '1700000009000-0000' },
      { type: 'action', name: 'b', input: null, response: null, order: 1, at: '1700000008000-0000' },
    ];
    const { session } = open(script, { clock: 'event', callLog: late });
    session.start();

    expect(result(session)).toEqual([startedAt, startedAt, 1_700_000_009_000, 1_700_000_009_000]);
  });

  test('of two attempts on hosts whose clocks disagree stays in order', () => {
    const first = open(script, { clock: 'event' });
    first.session.start();
    first.clock.ms = startedAt + 50_000;
    first.session.deliver(0, over);

    const second = open(script, { clock: 'event', callLog: first.session.callLog });
    second.session.start();
    second.clock.ms = startedAt + 20_000;
    second.session.deliver(1, over);

    expect(result(second.session)).toEqual([startedAt, startedAt, startedAt + 50_000, startedAt + 50_000]);
    expect(second.session.callLog[1]).toMatchObject({ at: '1700000050000-0001' });
  });

  test('is told ahead of the outcome that will have it', () => {
    const { clock, session } = open(script, { clock: 'event' });
    session.start();

    const told = session.stampFor(0);
    clock.ms += 1000;
    session.deliver(0, over);

    expect(session.callLog[0]).toMatchObject({ at: told });
  });

  test('is kept by what is recorded and not delivered', () => {
    const both = 'await Promise.all([actions.a(), actions.b()]); return Date.now();';
    const { clock, session } = open(both, { clock: 'event' });
    session.start();
    clock.ms += 1000;
    session.record(1, over);
    clock.ms += 1000;
    session.record(0, over);

    const later = open(both, { clock: 'event', callLog: session.callLog, now: () => 0 });
    later.session.start();

    expect(result(later.session)).toBe(startedAt + 2000);
  });

  test('is taken up again from a snapshot', () => {
    const { clock, session } = open(script, { clock: 'event' });
    session.start();
    clock.ms += 1000;
    session.deliver(0, over);
    const [snapshot, callLog] = [session.snapshot(), session.callLog];

    const restored = open(script, { clock: 'event', snapshot, callLog });
    restored.session.start();
    expect(restored.session.digest()).toBe(session.digest());
    restored.clock.ms -= 5000;
    restored.session.deliver(1, over);

    expect(result(restored.session)).toEqual([startedAt, startedAt, startedAt + 1000, startedAt + 1000]);
    expect(restored.session.callLog[1]).toMatchObject({ at: '1700000001000-0001' });
  });

  test('needs the time of the start', () => {
    const { startedAt: _, ...options } = { startedAt: 0, script: '', actions: [], clock: 'event' as const };

    expect(() => engine.open(options)).toThrow(MisuseError);
    expect(() => open('', { clock: 'event', startedAt: 1e15 })).toThrow(/needs `startedAt`/);
    expect(() => open('', { clock: 'event', startedAt: Number.NaN })).toThrow(/needs `startedAt`/);
  });

  test('needs a time for every action of the log', () => {
    const { log } = runToEnd(script, { clock: 'event' });

    expect(() => open(script, { clock: 'event', callLog: timeless(log) })).toThrow(CallLogFormatError);
    expect(() => open(script, { clock: 'event', callLog: timeless(log) })).toThrow(
      expect.objectContaining({ position: 0, field: 'at' }),
    );
  });

  test('refuses a stamp that is none', () => {
    const { session } = open(script, { clock: 'event' });
    session.start();

    expect(() => session.deliver(0, over, 'yesterday')).toThrow(expect.objectContaining({ code: 'EVENT_TIME' }));
  });

  test('has no place for a recorded read', () => {
    const { session } = open(script, { clock: 'event', callLog: [{ type: 'now', response: 1 }] });

    expect(() => session.start()).toThrow(CallLogMismatchError);
  });
});

test('the reference below gives the first outputs that are known of xoshiro128**', () => {
  // Seeds 1, 2, 3, 4: what other implementations are tested with.
  const known = [11520, 0, 5927040, 70819200];
  const outputs = words128([1, 2, 3, 4]);

  expect(known.map(() => Number(outputs.next().value))).toEqual(known);
});

/** xoshiro128** as its authors give it, on unsigned words. */
function* words128(words: readonly number[]): Generator<bigint> {
  let [a = 0n, b = 0n, c = 0n, d = 0n] = words.map((word) => BigInt(word >>> 0));
  const cut = (x: bigint) => x & 0xffff_ffffn;
  const rotated = (x: bigint, bits: bigint) => cut(x << bits) | (x >> (32n - bits));
  for (;;) {
    yield cut(rotated(cut(b * 5n), 7n) * 9n);
    const t = cut(b << 9n);
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= t;
    d = rotated(d, 11n);
  }
}

/** Numbers of 53 bits from two outputs each. */
function* reference(words: readonly number[]): Generator<number> {
  const outputs = words128(words);
  for (;;) {
    const high = (outputs.next().value as bigint) >> 5n;
    const low = (outputs.next().value as bigint) >> 6n;
    yield Number((high << 26n) | low) / 2 ** 53;
  }
}

describe('seeded randomness', () => {
  const script = 'return Array.from({ length: 200 }, () => Math.random());';

  test('is xoshiro128** from the hash of the run id, and reserves nothing', async () => {
    const hash = await xxhash128('run');
    const numbers = reference([0, 8, 16, 24].map((from) => Number.parseInt(hash.slice(from, from + 8), 16)));
    const { session } = open(script, { randomness: 'seeded', runId: 'run' });
    session.start();

    expect(result(session)).toEqual(Array.from({ length: 200 }, () => numbers.next().value));
    expect(session.positions).toBe(0);
  });

  test('is the same for the same run and another for another one', () => {
    const values = ['one', 'one', 'two'].map((runId) => {
      const { session } = open(script, { randomness: 'seeded', runId });
      session.start();
      return JSON.stringify(result(session));
    });

    expect(values[0]).toBe(values[1]);
    expect(values[0]).not.toBe(values[2]);
  });

  test('goes on where it was: on replay and from a snapshot, to the byte', () => {
    const pausing = 'const one = Math.random(); await actions.a(); return [one, Math.random()];';
    const live = open(pausing, { randomness: 'seeded', clock: 'event' });
    live.session.start();
    const snapshot = live.session.snapshot();
    live.session.deliver(0, over);

    const replay = open(pausing, { randomness: 'seeded', clock: 'event', callLog: live.session.callLog });
    replay.session.start();
    const restored = open(pausing, { randomness: 'seeded', clock: 'event', snapshot });
    restored.session.start();
    restored.session.deliver(0, over);

    expect(replay.digests).toEqual(live.digests);
    expect(restored.session.digest()).toBe(live.session.digest());
    expect(restored.session.outcome).toEqual(live.session.outcome);
  });

  test('cannot be reached from the script by any other way', () => {
    const saved = `
      const random = Math.random;
      Math.random = () => 2;
      Math.imul = () => 0;
      return [random(), Math.random(), random.call(null) !== random()];`;
    const { session } = open(saved, { randomness: 'seeded' });
    session.start();

    expect(result(session)).toEqual([expect.any(Number), 2, true]);
  });

  test('needs the run id', () => {
    expect(() => engine.open({ script: '', actions: [], randomness: 'seeded' })).toThrow(
      expect.objectContaining({ code: 'RUN_ID' }),
    );
  });
});
