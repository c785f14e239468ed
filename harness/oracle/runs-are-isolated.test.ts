import { beforeAll, describe, expect, test } from 'vitest';
import { Engine, type EngineLike, type Session, type SessionOptions } from '../../runtime/index.ts';
import { type Behaviour, plainCase } from '../case/index.ts';
import { overridden } from './control.ts';
import { runCase } from './index.ts';
import { runsAreIsolated } from './runs-are-isolated.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await Engine.load();
});

const respond = (value: number): Behaviour[] => [{ type: 'respond', value }];

const rich = plainCase(
  [
    'globalThis.count = 0; const seen = [];',
    'for (let i = 0; i < 4; i++) { seen.push(await actions.a({ i, n: ++globalThis.count, r: Math.random() }), Object.keys(Object.prototype)); console.log("turn", i); data.i = i; }',
    'return [seen, Date.now()];',
  ].join('\n'),
  {
    actions: ['a', 'b'],
    behaviours: [1, 2, 3, 4, 5].map(respond),
  },
);

/** What the oracle says of a case on an engine whose sessions know of each other. */
function judge(breaks: {
  open?: (given: SessionOptions, others: readonly Session[]) => SessionOptions;
  session?: (session: Session, others: readonly Session[]) => object;
}) {
  const sessions: Session[] = [];
  const on: EngineLike = {
    fingerprint: engine.fingerprint,
    open(given) {
      const others = sessions.filter(({ state }) => state !== 'closed');
      const session = engine.open(breaks.open?.(given, others) ?? given);
      sessions.push(session);
      return overridden(session, breaks.session?.(session, others) ?? {});
    },
  };
  return runCase(rich, { engine: on, elsewhere: on, oracles: [runsAreIsolated] }).failures.map(({ kind }) => kind);
}

describe('runs-are-isolated', () => {
  test('has nothing to say of a sound runtime', () => {
    expect(judge({})).toEqual([]);
  });

  test('catches lines that are printed to the console of another run', () => {
    const shared = (session: Session, others: readonly Session[]) => ({
      get console() {
        return [...others.flatMap((other) => other.console), ...session.console];
      },
    });

    expect(judge({ session: shared })).toEqual(['run:console']);
  });

  test('catches dice that two runs share', () => {
    let latest: () => number = () => 0;
    const open = (given: SessionOptions): SessionOptions => {
      latest = given.random ?? Math.random;
      return { ...given, random: () => latest() };
    };

    expect(judge({ open })[0]).toMatch(/^companion:log|^run:log/);
  });

  test('catches memory that two runs share, though nothing visible is', () => {
    const open = (given: SessionOptions, others: readonly Session[]): SessionOptions =>
      others.length === 0 ? given : { ...given, limits: { ...given.limits, stackBytes: 200_000 } };

    expect(judge({ open })).toEqual(['run:memory']);
  });

  test('catches a run that another one brings down', () => {
    const fallen = (_session: Session, others: readonly Session[]) =>
      others.length === 0
        ? {}
        : {
            deliver: () => {
              throw new Error('memory access out of bounds');
            },
          };

    expect(judge({ session: fallen })).toEqual(['run:thrown:Error']);
  });

  test('catches a companion that is changed', () => {
    const others: Session[] = [];
    const changed = (session: Session, open: readonly Session[]) => {
      others.push(...open);
      return {
        get data() {
          return others.includes(session) ? { changed: true } : session.data;
        },
      };
    };

    expect(judge({ session: changed })).toEqual(['companion:data']);
  });
});
