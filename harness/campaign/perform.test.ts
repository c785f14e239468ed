import { beforeAll, describe, expect, test } from 'vitest';
import { Engine, type EngineLike } from '../../runtime/index.ts';
import { oracles } from '../oracle/index.ts';
import { minimiseAlone, runCaseAlone } from './by-itself.ts';
import { caseAt } from './case-source.ts';
import { examine } from './examine.ts';
import { perform } from './perform.ts';
import type { Examined, MinimisedCase } from './task.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await Engine.load();
});

const ignoring = (): EngineLike => ({
  fingerprint: engine.fingerprint,
  open: (given) => engine.open({ ...given, ignoreInputs: given.actions }),
});

const seed = 21;
/** The first generated case that calls an action: the guard of `ignoring` fails on it. */
const calling = (): number => {
  const index = Array.from({ length: 100 }, (_, i) => i).find((i) => caseAt(seed, i).script.includes('await actions.'));
  if (index === undefined) throw new Error('None of a hundred generated scripts calls an action.');
  return index;
};

describe('a task', () => {
  test('examines generated cases and counts what it did', () => {
    const begun: number[] = [];
    const task = { type: 'examine-generated', seed, indices: [4, 9, 16] } as const;
    const { tally, failures, mistakes } = perform(engine, task, (index) => void begun.push(index)) as Examined;
    expect(begun).toEqual([4, 9, 16]);
    expect([failures, mistakes]).toEqual([[], []]);
    expect(tally).toMatchObject({ cases: 3, invalid: 0 });
    expect(tally.executions).toBeGreaterThan(tally.attempts);
    for (const { name } of oracles) expect(tally.oracles[name]).toEqual({ judged: 3, failed: 0 });
  });

  test('minimises a generated case by its generator first, then by its text', () => {
    const index = calling();
    const task = {
      type: 'minimise',
      case: caseAt(seed, index),
      generated: { seed, index },
      oracle: 'guard-always-fires',
      kind: 'silent',
      where: 'action',
      budgetMs: 60_000,
    } as const;
    const { case: smallest, failure, trace, minimal } = perform(ignoring(), task, () => {}) as MinimisedCase;
    expect(smallest.script).toMatch(/^actions\.[\w.]+\(\)$/);
    expect(failure).toMatchObject({ oracle: 'guard-always-fires', kind: 'silent' });
    expect([minimal, trace.end]).toEqual([true, 'ended']);
  });

  test('gives nothing where the failure does not show', () => {
    const task = {
      type: 'minimise',
      case: caseAt(seed, calling()),
      oracle: 'guard-always-fires',
      kind: 'silent',
      where: 'action',
      budgetMs: 1_000,
    } as const;
    expect(perform(engine, task, () => {})).toBeUndefined();
  });
});

test('a mistake of the harness is kept apart from failures, and the others go on', () => {
  const caseOf = (index: number) => {
    if (index === 1) throw new Error('the generator is wrong');
    return { case: caseAt(seed, index) };
  };
  const { tally, failures, mistakes } = examine([0, 1, 2], {
    engine,
    caseOf,
    effort: 'sampled',
    begin: () => {},
  });
  expect(tally.cases).toBe(2);
  expect(failures).toEqual([]);
  expect(mistakes).toMatchObject([{ index: 1, message: expect.stringContaining('the generator is wrong') }]);
});

test('a failing case is counted for its oracle', () => {
  const { tally, failures } = examine([calling()], {
    engine: ignoring(),
    caseOf: (index) => ({ case: caseAt(seed, index) }),
    effort: 'thorough',
    begin: () => {},
  });
  expect(failures.map((failed) => failed.failures.map(({ oracle }) => oracle))).toEqual([['guard-always-fires']]);
  expect(tally.oracles['guard-always-fires']).toEqual({ judged: 1, failed: 1 });
});

describe('by itself', () => {
  test('a case is run, and made small, with nothing but an engine', async () => {
    const testCase = caseAt(seed, calling());
    expect((await runCaseAlone(testCase)).failures).toEqual([]);
    expect((await runCaseAlone(testCase, { engine: ignoring() })).failures).toHaveLength(1);
    expect(await minimiseAlone(testCase, 'replay-equals-live')).toBeUndefined();
    const [guard] = oracles.filter(({ name }) => name === 'guard-always-fires');
    const found = guard && (await minimiseAlone(testCase, guard, { engine: ignoring() }));
    expect(found?.case.script).toMatch(/^actions\.[\w.]+\(\)$/);
  });
});
