import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Case } from '../harness/case/index.ts';
import { arbitraries } from '../harness/generate/index.ts';
import {
  type Bench,
  Coverage,
  checkedBench,
  countingBench,
  inventTrial,
  loadWorkflow,
} from '../harness/workflow/index.ts';
import { runWorld, type WorldOptions } from '../harness/world/index.ts';
import { compileScript, Engine, type Session } from '../runtime/index.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await Engine.load();
});

function generated(seed: number, count: number): Case[] {
  return fc.sample(arbitraries.cases(), { seed, numRuns: count });
}

function counted(testCase: Case) {
  return new Coverage(compileScript(testCase.script, { actions: testCase.actions, file: 'script.ts' })).begin();
}

/** All that can be seen of a case, and where its first calls were made. The memory holds the counters, so its hash is another. */
function seen(testCase: Case, options: Partial<WorldOptions> = {}) {
  const places: unknown[] = [];
  const onAttemptEnd = (session: Session) => {
    options.onAttemptEnd?.(session);
    if (session.state === 'new' || session.state === 'closed') return;
    for (let position = 0; position < Math.min(3, session.positions); position++) places.push(session.locate(position));
  };
  const trace = runWorld(testCase, { engine, digests: 'never', ...options, onAttemptEnd });
  return { trace, places };
}

test('a generated case is the same with counters: log, value, data, console, errors, turns, and where its calls are made', () => {
  const cases = generated(20_260, 300);
  let reached = 0;
  let located = 0;

  for (const testCase of cases) {
    const count = counted(testCase);
    const counting = seen(testCase, count.worldOptions);
    expect(counting, testCase.script).toEqual(seen(testCase));
    reached += count.hits.filter((times) => times > 0).length;
    located += counting.places.filter((place) => place !== undefined).length;
  }

  expect(reached).toBeGreaterThan(cases.length);
  expect(located).toBeGreaterThan(cases.length);
});

test('a generated case spends the same fuel with counters, to the poll', () => {
  const measured = generated(20_261, 150).filter((testCase) => {
    const polls = pollsToSpare(testCase);
    if (polls === undefined) return false;
    const [before, after] = [spending(testCase, polls - 1), spending(testCase, polls)];
    expect([ticks(before), ticks(after)], testCase.script).toEqual([0, 1]);
    expect([ticks(before, true), ticks(after, true)], testCase.script).toEqual([0, 1]);
    return true;
  });

  expect(measured.length).toBeGreaterThan(80);
});

/** A tick of fuel is so many polls. */
const tick = 10_000;

/** How many turns of an empty loop, of one poll each, bring a script's first attempt to its first tick just before it ends. */
function pollsToSpare(testCase: Case): number | undefined {
  let [low, high] = [1, tick];
  if (ticks(spending(testCase, low)) !== 0 || ticks(spending(testCase, high)) !== 1) return undefined;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (ticks(spending(testCase, middle)) === 0) low = middle;
    else high = middle;
  }
  return high;
}

function spending(testCase: Case, turns: number): Case {
  return { ...testCase, faults: [], script: `{ let turn = 0; do ; while (++turn < ${turns}); }${testCase.script}` };
}

function ticks(testCase: Case, counting = false): number | undefined {
  let spent: number | undefined;
  const onAttemptEnd = (session: Session) => {
    if (session.state !== 'closed') spent ??= session.fuelUsed;
  };
  const compiled = counting ? { compiled: counted(testCase).worldOptions.compiled } : {};
  runWorld(testCase, { engine, digests: 'never', ...compiled, onAttemptEnd });
  return spent;
}

describe('a workflow is the same with counters', () => {
  test.each(['refund', 'travel', 'triage', 'import'])('%s', async (name) => {
    const workflow = await loadWorkflow(`corpora/workflows/${name}/${name}.fuzz.ts`);
    const plain = await checkedBench(workflow, { engine });
    const counting = countingBench(plain);

    for (let number = 0; number < 100; number++) {
      const { hits, ...trial } = trialOf(counting, number);
      expect(trial).toEqual(trialOf(plain, number));
      expect(hits?.some((times) => times > 0)).toBe(true);
    }
  });
});

function trialOf(bench: Bench, number: number) {
  const { case: played, trace, model, turnFindings, hits } = inventTrial(bench, 5, number);
  return { played, trace, model, turnFindings, ...(hits && { hits }) };
}
