import { beforeAll, describe, expect, test } from 'vitest';
import { Engine, type EngineLike, type Session, type SessionOptions, Snapshot } from '../../runtime/index.ts';
import { type Behaviour, type Case, type Fault, plainCase } from '../case/index.ts';
import { runWorld } from '../world/index.ts';
import { overridden } from './control.ts';
import { oracles, runCase } from './index.ts';

let engine: Engine;
let elsewhere: Engine;
beforeAll(async () => {
  [engine, elsewhere] = [await Engine.load(), await Engine.load()];
});

const name = 'restore-equals-replay';
const judges = oracles.filter((oracle) => [name, 'replay-equals-live'].includes(oracle.name));

/** Turns that use fuel and much memory, a race whose loser comes late, reads, and calls that stay open for long. */
const script = `
  const seen = [];
  const spend = (n) => { let sum = 0; for (let i = 0; i < n; i++) sum += i; return sum; };
  const late = actions.b({ late: true });
  late.then((value) => seen.push(value));
  const first = await Promise.race([actions.a({ at: Date.now() }), actions.a({ k: spend(20_000) })]);
  const large = Array.from({ length: 4_000 }, (_, i) => ({ i }));
  console.log('raced', first);
  const second = await actions.ask({ r: Math.random(), spent: spend(20_000) });
  data.second = second;
  large[7].i = await late;
  return [first, second, seen, large[7].i];`;

const ask: Behaviour = { type: 'interrupt', payload: null, then: { type: 'answer', answer: 'yes' } };

function caseOf(faults: Fault[] = []): Case {
  return plainCase(script, {
    onInterrupt: 'settle',
    behaviours: [
      [{ type: 'respond', value: 'late' }],
      [{ type: 'respond', value: 0 }],
      [{ type: 'respond', value: 1 }],
      [{ type: 'respond', value: 2 }],
      [],
      [ask],
    ],
    schedule: [2, 1, 1],
    faults,
  });
}

interface Breaks {
  /** What a session is opened with. */
  open?: (given: SessionOptions) => SessionOptions;
  session?: (session: Session) => object;
}

function broken({ open = (given) => given, session = () => ({}) }: Breaks): EngineLike {
  return {
    fingerprint: engine.fingerprint,
    open(options) {
      const given = open(options);
      const onTurn: SessionOptions['onTurn'] = (turn) => given.onTurn?.(turn, opened);
      const inner = engine.open({ ...given, onTurn });
      const opened = overridden(inner, session(inner));
      return opened;
    },
  };
}

/** Opens every restored session with another snapshot than it was given. */
function altered(change: (snapshot: Snapshot) => Snapshot): Breaks {
  return {
    open: (given) => (given.snapshot === undefined ? given : { ...given, snapshot: change(given.snapshot) }),
  };
}

const pageWords = 1024;

/** What differs from the boot image in the last page that differs is lost. */
const pageLeftOut = altered(({ session, guest, hash }) => {
  const { stretches, words } = guest.difference;
  const places: number[] = [];
  let at = 0;
  for (let index = 0; index < stretches.length; index += 2) {
    at += stretches[index] as number;
    for (let i = 0; i < (stretches[index + 1] as number); i++) places.push(at++);
  }
  const lost = Math.floor((places.at(-1) as number) / pageWords);
  const kept = words.map((word, index) => (Math.floor((places[index] as number) / pageWords) === lost ? 0 : word));
  return new Snapshot(session, { ...guest, difference: { ...guest.difference, words: kept } }, hash);
});

const fuelForgotten = altered(({ session, guest, hash }) => new Snapshot(session, { ...guest, ticks: 0 }, hash));

const openCallForgotten = altered(
  ({ session, guest, hash }) => new Snapshot({ ...session, open: session.open.slice(1) }, guest, hash),
);

const consoleForgotten = altered(({ session, guest, hash }) => new Snapshot({ ...session, console: [] }, guest, hash));

const turnsForgotten = altered(({ session, guest, hash }) => new Snapshot({ ...session, turns: 0 }, guest, hash));

const fuelForgottenInParking: Breaks = {
  session: (session) => {
    let parked = false;
    return {
      park: () => {
        session.park();
        parked = true;
      },
      get fuelUsed() {
        return parked ? 0 : session.fuelUsed;
      },
    };
  },
};

function verdictsOn(on: EngineLike, faults: Fault[] = [], other: EngineLike = on) {
  const { failures } = runCase(caseOf(faults), { engine: on, elsewhere: other, oracles: judges });
  return failures.filter(({ oracle }) => oracle === name);
}

describe(name, () => {
  test('is kept by a sound runtime, in its own engine and in another one', () => {
    expect(verdictsOn(engine)).toEqual([]);
    expect(verdictsOn(engine, [], elsewhere)).toEqual([]);
  });

  test.each([
    ['a page is left out of a snapshot', pageLeftOut, 'restored:memory', 0],
    ['a restore forgets the fuel', fuelForgotten, 'restored:memory', 0],
    ['a restore forgets an open call', openCallForgotten, 'restored:pending', undefined],
    ['a restore forgets the console', consoleForgotten, 'restored:console', undefined],
    ['a restore counts turns from its own', turnsForgotten, 'restored:turn:index', 1],
    ['parking forgets the fuel', fuelForgottenInParking, 'swapped-out:memory', undefined],
  ])('is broken where %s', (_what, breaks, kind, turn) => {
    expect(verdictsOn(broken(breaks))).toMatchObject([{ kind, ...(turn !== undefined && { turn }) }]);
  });

  test('is broken where a restore forgets the time of events, which no other part of the run shows', () => {
    const timeForgotten = altered(
      ({ session: { latest: _, ...session }, guest, hash }) => new Snapshot(session, guest, hash),
    );
    const on = broken(timeForgotten);

    const { failures } = runCase({ ...caseOf(), clock: 'event' }, { engine: on, elsewhere: on, oracles: judges });

    expect(failures).toMatchObject([{ kind: 'restored:fact:latest' }]);
  });

  test('says after which turn memory differs, where, and by what', () => {
    const [verdict] = verdictsOn(broken(fuelForgotten));
    expect(verdict?.message).toMatch(
      /^Restored in another engine from a snapshot of turn 0: .* after turn 0 .* of the fuel used, it is otherwise \d+, it is 0\.$/,
    );
  });
});

describe('a fault that moves the run', () => {
  const moves = ['snapshot', 'restore-elsewhere', 'swap-out'] as const;

  test.each(moves.flatMap((type) => [0, 1, 2].map((turn) => [type, turn] as const)))(
    '%s at turn %i changes nothing that any oracle can see',
    (type, turn) => {
      const { failures, trace } = runCase(caseOf([{ type, turn }]), { engine, elsewhere, oracles: judges });
      expect(failures).toEqual([]);
      expect(trace.attempts[0]?.moves).toMatchObject([{ type, turn }]);
      expect(trace.attempts.at(-1)?.run).toEqual(runWorld(caseOf(), { engine }).attempts.at(-1)?.run);
    },
  );

  test('shows a snapshot that loses a page, fuel or a call, whoever looks at it', () => {
    const faults = [{ type: 'snapshot', turn: 1 }] as const;
    for (const breaks of [pageLeftOut, fuelForgotten, openCallForgotten])
      expect(runCase(caseOf([...faults]), { engine: broken(breaks), effort: 'sampled' }).failures).not.toEqual([]);
  });
});
