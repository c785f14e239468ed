import { beforeAll, describe, expect, test } from 'vitest';
import { Engine, type EngineLike } from '../../runtime/index.ts';
import type { Case } from '../case/index.ts';
import { minimise } from './index.ts';
import { both, opening } from './testing/broken-engine.ts';
import { caseOf as plainCase } from './testing/case-of.ts';
import { type PlantedBug, plantedBug } from './testing/planted.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await Engine.load();
});

function caseOf(script: string, changes: Partial<Case> = {}): Case {
  return plainCase(script, { actions: ['look', 'pay'], ...changes });
}

const breaking = (what: string): PlantedBug['on'] => plantedBug(what).on;

const clock = breaking('the clock is read again on replay');
const chance = breaking('random numbers are drawn again on replay');
const code = breaking('the code of a failure is lost on replay');
const oracle = 'replay-equals-live';

describe('a runtime with two bugs', () => {
  test('keeps the one at the kind of call where it was seen, though the other is shorter', () => {
    const on = both(clock, chance)(engine);
    const first = caseOf('return [Math.random(), Date.now()];');

    const found = minimise(first, oracle, { engine: on });

    expect(minimise(caseOf('Date()'), oracle, { engine: on })?.failure.kind).toBe(found?.failure.kind);
    expect(found?.where).toBe('random');
    expect(found?.case.script).toBe('Math.random()');
  });

  test('keeps the kind of divergence, though the other needs no world', () => {
    const on = both(clock, code)(engine);
    const first = caseOf('try { await actions.pay(); } catch {}\nreturn Date.now();', {
      behaviours: [[{ type: 'fail', failure: { name: 'E', message: 'no', code: 'DECLINED' } }]],
    });

    const found = minimise(first, oracle, { engine: on });

    expect(found?.failure.kind).toBe('log:outcome');
    expect(found?.case.script).toBe('actions.pay()');
  });

  test('says nothing of a failure that the case does not show', () => {
    const on = both(clock, code)(engine);

    expect(minimise(caseOf('Date()'), { oracle, kind: 'log:outcome', where: 'action' }, { engine: on })).toBe(
      undefined,
    );
    expect(minimise(caseOf('Date()'), { oracle, kind: 'log:read', where: 'random' }, { engine: on })).toBe(undefined);
    expect(minimise(caseOf('Date()'), { oracle, kind: 'log:read', where: 'now' }, { engine: on })).toBeDefined();
  });
});

describe('what showed a failure', () => {
  const given = caseOf('actions.look(1);\nreturn await actions.pay(2);');

  test('is all that smaller cases are asked for: less is run than for a thorough look', () => {
    const { on, oracle } = plantedBug('the guard does not compare inputs');
    const sought = { oracle, kind: 'silent', where: 'action', probe: { of: 'change the input' } };

    const broad = minimise(given, oracle, { engine: counting(on(engine)) });
    const broadly = opened;
    const narrow = minimise(given, sought, { engine: counting(on(engine)) });

    expect(narrow?.failure.probe?.of).toBe('change the input');
    expect(narrow?.case.script).toBe('actions.look()');
    expect(broad?.case.script).toBe('actions.look()');
    expect(opened).toBeLessThanOrEqual(broadly);
  });

  test('is tried first where a thorough look alone would not come to it', () => {
    const exactly = breakingAt(13);
    const long = caseOf(`${'actions.look();\n'.repeat(20)}return 1;`);
    const sought = { oracle: 'limits-are-repeatable', kind: 'positions:not-met' };

    const found = minimise(long, { ...sought, probe: { of: 'positions', at: 13 } }, { engine: exactly });

    expect(minimise(long, sought, { engine: exactly })).toBeUndefined();
    expect(found?.failure.probe).toEqual({ of: 'positions', at: 13 });
    expect(found?.case.script.split('\n').length).toBe(14);
  });
});

let opened = 0;

function counting(on: EngineLike): EngineLike {
  opened = 0;
  return {
    fingerprint: on.fingerprint,
    open: (given) => {
      opened++;
      return on.open(given);
    },
  };
}

/** Knows one number of positions that it does not heed as a limit. */
function breakingAt(positions: number): EngineLike {
  return opening(({ limits }) => (limits?.positions === positions ? { limits: {} } : {}))(engine);
}

describe('a loop that loses its end', () => {
  test('is not judged: it calls until its fuel is spent', () => {
    const on = breaking('a response at the third position or later is lost on replay')(engine);
    const loop = caseOf(
      'const queue = [1, 2, 3];\nwhile (queue.length > 0) {\nqueue.shift();\nawait actions.look();\n}',
      {
        behaviours: [[{ type: 'respond', value: 7 }]],
      },
    );

    const found = minimise(loop, oracle, { engine: on });

    expect(found?.minimal).toBe(true);
    expect(found?.case.script.split('\n').length).toBeLessThanOrEqual(5);
  });
});

describe('a minimisation that is stopped', () => {
  const on = () => breaking('the order of outcomes is that of their positions on replay')(engine);
  const race = caseOf(
    'const seen = [];\nconst [a, b] = await Promise.all([actions.look({ id: 1 }), actions.pay({ id: 2 })]);\nseen.push(a, b);\nreturn { seen };',
    { behaviours: [[{ type: 'respond', value: 1 }], [{ type: 'respond', value: 2 }]], schedule: [1] },
  );

  test('gives the smallest so far, and says that it is not minimal', () => {
    const found = minimise(race, oracle, { engine: on(), triedMax: 10 });

    expect(found?.minimal).toBe(false);
    expect(found?.tried).toBeLessThanOrEqual(10);
    expect(JSON.stringify(found?.case).length).toBeLessThanOrEqual(JSON.stringify(race).length);
  });

  test('goes on from there, however small its steps, and ends where it would have ended', () => {
    const whole = minimise(race, oracle, { engine: on() });
    let part = minimise(race, oracle, { engine: on(), triedMax: 10 });
    for (let steps = 0; part !== undefined && !part.minimal && steps < 200; steps++)
      part = minimise(part.case, oracle, { engine: on(), triedMax: 10, vain: part.vain });

    expect(part?.minimal).toBe(true);
    expect(part?.case).toEqual(whole?.case);
  });
});
