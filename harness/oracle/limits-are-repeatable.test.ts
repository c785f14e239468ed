import { beforeAll, describe, expect, test } from 'vitest';
import { Engine, type EngineLike, type Limits, type Session, type SessionOptions } from '../../runtime/index.ts';
import { type Behaviour, plainCase } from '../case/index.ts';
import { overridden } from './control.ts';
import { runCase } from './index.ts';
import { limitsAreRepeatable } from './limits-are-repeatable.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await Engine.load();
});

const respond = (value: number): Behaviour[] => [{ type: 'respond', value }];

/** Branches, reads, lines and recursion: something of everything that is limited. */
const rich = plainCase(
  [
    'const branch = async (k) => { const x = await actions.a({ k, text: "é".repeat(20) }); console.log("branch", k); return actions.b([x, Date.now()]); };',
    'const both = await Promise.all([branch(1), branch(2), branch(3)]);',
    'const deep = (n) => (n === 0 ? 0 : 1 + deep(n - 1));',
    'let depth = 0; try { depth = deep(200); } catch (error) { depth = error.message; }',
    'console.log(depth);',
    'try { await actions.a(Math.random()); } catch { console.log("never"); } finally { console.log("finally"); }',
    'return [both, depth];',
  ].join('\n'),
  {
    actions: ['a', 'b'],
    behaviours: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map(respond),
    schedule: [1, 0, 1],
  },
);

/** What the oracle says of a case on an engine whose sessions are opened with other limits, or say something else. */
function judge(breaks: {
  limits?: (given: Partial<Limits>, options: SessionOptions) => Partial<Limits>;
  session?: (session: Session, limits: Partial<Limits>) => object;
}) {
  const on: EngineLike = {
    fingerprint: engine.fingerprint,
    open(given) {
      const limits = given.limits ?? {};
      const session = engine.open({ ...given, limits: breaks.limits?.(limits, given) ?? limits });
      return overridden(session, breaks.session?.(session, limits) ?? {});
    },
  };
  return runCase(rich, { engine: on, elsewhere: on, oracles: [limitsAreRepeatable] }).failures.map(({ kind }) => kind);
}

describe('limits-are-repeatable', () => {
  test('has nothing to say of a sound runtime', () => {
    expect(judge({})).toEqual([]);
  });

  test('catches a limit that is forgotten', () => {
    expect(judge({ limits: ({ consoleBytes: _, ...rest }) => rest })).toEqual(['consoleBytes:not-met']);
  });

  test('catches a limit that is met elsewhere on replay', () => {
    const later = ({ positions, ...rest }: Partial<Limits>, { callLog = [] }: SessionOptions): Partial<Limits> =>
      positions === undefined || callLog.length === 0
        ? { ...rest, ...(positions && { positions }) }
        : { ...rest, positions: positions + 1 };

    expect(judge({ limits: later })[0]).toMatch(/^positions:/);
  });

  test('catches a limit that is met elsewhere in a used instance', () => {
    let opened = 0;
    const sooner = ({ fuel = 9_000, ...rest }: Partial<Limits>): Partial<Limits> => ({
      ...rest,
      fuel: fuel < 10 && opened++ % 2 === 1 ? fuel + 1 : fuel,
    });

    expect(judge({ limits: sooner })[0]).toMatch(/^fuel:/);
  });

  test('catches a script that goes on after its limit', () => {
    const goesOn = {
      limits: ({ positions: _, ...rest }: Partial<Limits>) => rest,
      session: (session: Session, { positions }: Partial<Limits>) =>
        positions === undefined || positions > session.positions + 1_000
          ? {}
          : {
              get outcome() {
                const error = {
                  name: 'LimitError',
                  message: 'm',
                  code: 'LIMIT_POSITIONS',
                  limit: { name: 'positions', value: positions, position: positions },
                };
                return session.positions > positions ? { error } : session.outcome;
              },
            },
    };

    expect(judge(goesOn)).toEqual(['positions:position']);
  });
});
