import { beforeAll, describe, expect, test } from 'vitest';
import { Engine } from '../../runtime/index.ts';
import type { Case } from '../case/index.ts';
import { oracles, runCase } from '../oracle/index.ts';
import { caseAt } from './case-source.ts';
import { judgeStates } from './gate-judgement.ts';
import { rareStates } from './rare-states.ts';

const cases = 3_000;

/** Which of the states each case reached, and of what kinds its faults were. */
const reached: { readonly faults: Case['faults']; readonly states: readonly string[] }[] = [];

/** The guard's further executions are the only ones that get anywhere that counts. */
const guard = oracles.filter(({ name }) => name === 'guard-always-fires');

beforeAll(async () => {
  const engine = await Engine.load();
  for (let index = 0; index < cases; index++) {
    const testCase = caseAt(1, index);
    const { trace, met } = runCase(testCase, {
      engine,
      elsewhere: engine,
      effort: 'sampled',
      digests: 'never',
      oracles: guard,
    });
    const states = rareStates.filter((state) => state.reached(trace, met)).map(({ name }) => name);
    reached.push({ faults: testCase.faults, states });
  }
}, 300_000);

function counts(among = reached): Record<string, number> {
  const tally: Record<string, number> = {};
  for (const name of among.flatMap(({ states }) => states)) tally[name] = (tally[name] ?? 0) + 1;
  return tally;
}

describe('rare situations', () => {
  test('have each a name of its own, and are many', () => {
    expect(new Set(rareStates.map(({ name }) => name)).size).toBe(rareStates.length);
    expect(rareStates.length).toBeGreaterThanOrEqual(35);
  });

  test(`are reached several times among ${cases} generated cases, but for those that need more`, () => {
    const tally = counts();
    const seldom = rareStates.filter(({ name, among = cases }) => among <= cases && (tally[name] ?? 0) < 5);

    expect(seldom.map(({ name }) => `${name}: ${tally[name] ?? 0}`)).toEqual([]);
    expect(judgeStates({ cases, states: tally }, 0).verdict).toBe('PASS');
  });

  test.each([
    ['resume-twice', 'one pause that two callers go on with'],
    ['lose-tail', 'a torn journal'],
    ['clock-jump', 'a clock that is set back under way'],
    ['restore-elsewhere', 'a restore in another engine'],
    ['punch', 'holes punched into a finished log'],
  ])('are missed where the generator has lost what leads there: %s', (type, state) => {
    const others = reached.filter(({ faults }) => faults.every((fault) => fault.type !== type));

    const { verdict, reasons } = judgeStates({ cases, states: counts(others) }, 0);

    expect(verdict).toBe('BROKEN');
    expect(reasons[0]).toContain(state);
  });
});
