import { describe, expect, test } from 'vitest';
import { engine, open, over, result, runToEnd, startedAt } from './testing/timed-session.ts';

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
