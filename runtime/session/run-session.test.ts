import { describe, expect, test } from 'vitest';
import { MisuseError } from '../errors.ts';
import type { Json } from '../log/entry.ts';
import { answer, entry, open, started } from './testing/sessions.ts';
import type { Session, Turn } from './types.ts';

describe('misuse says what is wrong', () => {
  const waiting = 'await actions.a();';

  test.each<[string, string, string, () => unknown]>([
    ['a second start', 'SESSION_STARTED', 'This session has been started already.', () => started(waiting).start()],
    [
      'a delivery before the start',
      'SESSION_NOT_RUNNING',
      'Cannot deliver an outcome: the session is new.',
      () => open(waiting).deliver(0, answer),
    ],
    [
      'a record after the close',
      'SESSION_NOT_RUNNING',
      'Cannot record an outcome: the session is closed.',
      () => closed(waiting).record(0, answer),
    ],
    [
      'a delivery after the end',
      'SESSION_ENDED',
      'The script has ended: record the outcome instead of delivering it.',
      () => started('actions.a(); return 1;').deliver(0, answer),
    ],
    [
      'a delivery after a record',
      'SESSION_STOPPED',
      'An outcome was recorded without delivery: this attempt delivers no more.',
      () => {
        const session = started('await Promise.all([actions.a(), actions.b()]);');
        session.record(1, answer);
        session.deliver(0, answer);
      },
    ],
    [
      'an outcome of a call that was not made',
      'POSITION_NOT_OUTSTANDING',
      'Position 1 is not a fresh call that is still open.',
      () => started(waiting).deliver(1, answer),
    ],
    [
      'an outcome of a call that is settled',
      'POSITION_NOT_OUTSTANDING',
      'Position 0 is not a fresh call that is still open.',
      () => {
        const session = started(`${waiting}${waiting}`);
        session.deliver(0, answer);
        session.deliver(0, answer);
      },
    ],
    [
      'an outcome of a call that is recorded',
      'POSITION_NOT_OUTSTANDING',
      'Position 1 is not a fresh call that is still open.',
      () =>
        started('await Promise.all([actions.a(), actions.b()]);', { callLog: [null, entry('b', 1)] }).deliver(
          1,
          answer,
        ),
    ],
    [
      'a snapshot of what has ended',
      'SESSION_ENDED',
      'The script has ended: there is nothing to go on from.',
      () => started('return 1;').snapshot(),
    ],
    ['a digest before the start', ...notQuiescent('digest'), () => open(waiting).digest()],
    ['a memory after the close', ...notQuiescent('memory'), () => closed(waiting).memory()],
    ['a snapshot before the start', ...notQuiescent('snapshot'), () => open(waiting).snapshot()],
    ['parking before the start', ...notQuiescent('park'), () => open(waiting).park()],
    ['fuel after the close', ...notQuiescent('fuelUsed'), () => closed(waiting).fuelUsed],
    [
      'a digest inside a turn',
      ...notQuiescent('digest'),
      () => {
        const session: Session = open('return Date.now();', { now: () => session.digest().length });
        session.start();
      },
    ],
  ])('%s', (_, code, message, act) => {
    expect(act).toThrow(MisuseError);
    expect(act).toThrow(expect.objectContaining({ code, message }));
  });

  function notQuiescent(what: string): [string, string] {
    return ['SESSION_NOT_QUIESCENT', `${what} is for a started session between its turns.`];
  }

  function closed(script: string): Session {
    const session = started(script);
    session.close();
    return session;
  }
});

describe('an observer', () => {
  test('sees every turn: its number, its cause, what it reserved and what came of it', () => {
    const turns: Turn[] = [];
    const script = 'Date.now(); const both = [actions.a(), actions.b()]; await both[0]; Math.random(); return both[1];';
    const session = open(script, { callLog: [null, entry('a', 0)], onTurn: (turn) => turns.push(turn) });

    session.start();
    session.deliver(2, answer);

    expect(turns).toEqual([
      { index: 0, cause: { type: 'start' }, positions: { from: 0, to: 3 }, state: 'waiting' },
      {
        index: 1,
        cause: { type: 'delivery', position: 1, order: 0, replayed: true },
        positions: { from: 3, to: 4 },
        state: 'waiting',
      },
      {
        index: 2,
        cause: { type: 'delivery', position: 2, order: 1, replayed: false },
        positions: { from: 4, to: 4 },
        state: 'completed',
      },
    ]);
  });

  test('may read the data at every turn, and what it reads is what the script has left', () => {
    const seen: Json[] = [];
    const session = open('data.n = 1; await actions.a(); data.n = 2; await actions.b(); data.n = 3;', {
      onTurn: (_, at) => seen.push(at.data),
    });

    session.start();
    session.deliver(0, answer);
    session.deliver(1, answer);

    expect(seen).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
  });

  test('that throws ends the session with what it throws', () => {
    const own = new Error('own');
    const session = open('await actions.a();', {
      onTurn: () => {
        throw own;
      },
    });

    expect(() => session.start()).toThrow(own);
    expect(session.state).toBe('closed');
  });

  test('of a run that goes on from a snapshot counts on', () => {
    const turns: number[] = [];
    const script = 'await actions.a(); await actions.b();';
    const session = started(script);
    session.deliver(0, answer);

    const restored = open(script, {
      snapshot: session.snapshot(),
      callLog: session.callLog,
      onTurn: ({ index }) => turns.push(index),
    });
    restored.start();
    restored.deliver(1, answer);

    expect(turns).toEqual([2]);
  });
});

describe('what a session says of itself', () => {
  test('changes from new to waiting to its end, and to closed', () => {
    const session = open('await actions.a(); return 1;');
    const states = [session.state];
    session.start();
    states.push(session.state);
    session.deliver(0, answer);
    states.push(session.state);
    session.close();
    states.push(session.state);

    expect(states).toEqual(['new', 'waiting', 'completed', 'closed']);
    expect([session.outcome, session.delivered, session.positions]).toEqual([{ value: 1 }, 1, 1]);
  });

  test('its outstanding calls are those that nobody has answered, each with an input of its own', () => {
    const session = open('await Promise.all([actions.a({ n: 1 }), actions.b({ n: 2 })]);');
    const { calls } = session.start();
    for (const { input } of calls) (input as { n: number }).n = 9;
    session.deliver(0, answer);

    expect(session.outstanding).toEqual([{ position: 1, name: 'b', input: { n: 2 } }]);
    session.deliver(1, answer);
    expect(session.callLog).toMatchObject([{ input: { n: 1 } }, { input: { n: 2 } }]);
  });

  test('a recorded outcome leaves the call unanswered for the script, and is answered for everybody else', () => {
    const session = started('await Promise.all([actions.a(), actions.b()]);');

    session.record(1, answer);

    expect(session.outstanding.map(({ position }) => position)).toEqual([0]);
    expect([session.state, session.delivered]).toEqual(['waiting', 0]);
    expect(session.callLog).toEqual([null, { ...entry('b', 0), response: 1 }]);
  });

  test('late outcomes are recorded after the end as well', () => {
    const session = started('actions.a(); return 1;');

    session.record(0, answer);

    expect([session.state, session.callLog]).toEqual(['completed', [{ ...entry('a', 0), response: 1 }]]);
  });

  test('a sleep gets no stamp from before it is over, and is told the one that it gets', () => {
    const session = started('await Promise.all([sleep(1000), actions.a()]);', { clock: 'event', startedAt: 5 });

    expect([0, 1, 7].map((position) => session.stampFor(position))).toEqual([
      '0000000001005-0000',
      '0000000001005-0000',
      '0000000001005-0000',
    ]);
    const other = started('await Promise.all([sleep(1000), actions.a()]);', { clock: 'event', startedAt: 5 });
    expect([other.stampFor(1), other.stampFor(7), other.stampFor(0)]).toEqual([
      '0000000000005-0000',
      '0000000000005-0000',
      '0000000001005-0000',
    ]);
  });

  test('its digest tells apart what the script can still be told: the time', () => {
    const at = (stamp: string) => {
      const session = started('await actions.a(); await actions.b();', { clock: 'event', startedAt: 5 });
      session.deliver(0, answer, stamp);
      return [session.digest(), ...session.memory().map((part) => Buffer.from(part).toString('base64'))];
    };
    const [one, other] = [at('1700000000000-0000'), at('1800000000000-0000')];

    expect(one.slice(1)).toEqual(other.slice(1));
    expect(one[0]).not.toBe(other[0]);
    expect(at('1700000000000-0000')).toEqual(one);
  });

  test('event times in a log are kept where the clock is recorded', () => {
    const callLog = [{ ...entry('a', 0), at: '1700000000000-0000' }];
    const session = started('await actions.a();', { callLog });

    expect([session.state, session.callLog]).toEqual(['completed', callLog]);
  });

  test('what linking has warned of is among its warnings, from a snapshot too', () => {
    const script = 'actions.a(); data.x = { get y() { throw 1; } }; await actions.b();';
    const session = started(script);
    const restored = started(script, { snapshot: session.snapshot() });

    expect([session, restored].map(({ data, warnings }) => [data, warnings.map(({ code }) => code)])).toEqual([
      [{}, ['dropped-promise', 'data-unreadable']],
      [{}, ['dropped-promise', 'data-unreadable']],
    ]);
  });

  test('there are no stamps where the clock is recorded', () => {
    const session = started('await actions.a();');

    expect(session.stampFor(0)).toBeUndefined();
    session.deliver(0, answer, '1700000000000-0000');
    expect(session.callLog).toEqual([{ ...entry('a', 0), response: 1 }]);
  });

  test('the fuel that was used grows, and is the same in every attempt', () => {
    const script = 'for (let i = 0; i < 5e5; i++); await actions.a(); for (let i = 0; i < 5e5; i++);';
    const used = () => {
      const session = started(script);
      const first = session.fuelUsed;
      session.deliver(0, answer);
      return [first, session.fuelUsed] as const;
    };
    const [first, last] = used();

    expect(first).toBeGreaterThan(0);
    expect(last).toBeGreaterThan(first);
    expect(used()).toEqual([first, last]);
  });

  test('the place of a call is found, and of a position that was never reserved none', () => {
    const session = started('const one = actions.a();\nawait Promise.all([one, actions.b()]);');

    expect([0, 1, 2].map((position) => session.locate(position)?.line)).toEqual([1, 2, undefined]);
    expect(session.state).toBe('waiting');
  });

  test('the hash of its log depends on what was asked, answered, and in which order', () => {
    const script = 'await Promise.all([actions.a(1), actions.b(2), Date.now()]); await actions.a();';
    const hashes = (...deliveries: [number, Json][]) => {
      const session = started(script);
      for (const [position, response] of deliveries) session.deliver(position, { response });
      return session.logHash;
    };

    const all = [
      hashes(),
      hashes([0, 1]),
      hashes([1, 1]),
      hashes([0, 2]),
      hashes([0, 1], [1, 1]),
      hashes([1, 1], [0, 1]),
    ];
    expect(new Set(all).size).toBe(all.length);
    expect(hashes([1, 1], [0, 1])).toBe(all[5]);
  });
});

describe('time travel', () => {
  test('delivers as much as it is told, and hands out nothing after that', () => {
    const script = 'await actions.a(); await actions.b(); return 1;';
    const callLog = [entry('a', 0), entry('b', 1)];

    const at = [0, 1, 2].map((deliverMax) => {
      const session = open(script, { callLog, deliverMax });
      const { calls, state } = session.start();
      return [state, calls.length, session.delivered, session.positions];
    });
    const fresh = open(script, { callLog: [entry('a', 0)], deliverMax: 1 });

    expect(at).toEqual([
      ['waiting', 0, 0, 1],
      ['waiting', 0, 1, 2],
      ['completed', 0, 2, 2],
    ]);
    expect(fresh.start().calls).toEqual([]);
    expect(fresh.outstanding).toHaveLength(1);
  });
});
