import { beforeAll, describe, expect, test } from 'vitest';
import { Engine } from '../../runtime/index.ts';
import { runCase } from '../oracle/index.ts';
import { type PctCoverage, scheduleOf } from '../schedule/index.ts';
import { runWorld } from '../world/index.ts';
import { caseAt } from './case-source.ts';
import { cover, noCoverage, type ScheduledCase, ScheduledCases } from './scheduled-cases.ts';
import { emptyTally } from './tally.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await Engine.load();
});

/** The schedule with which a case is judged. */
function run({ case: made, scheduler }: ScheduledCase): number[] {
  return scheduleOf(runCase(made, { engine, oracles: [], ...(scheduler && { scheduler }) }).trace.decisions);
}

const indices = Array.from({ length: 300 }, (_, index) => index);

describe('the cases of a campaign', () => {
  test('depend on seed and number, not on those before', () => {
    const one = new ScheduledCases(engine, 7);
    const inOrder = indices.slice(0, 40).map((index) => one.caseAt(index));
    for (const index of indices.slice(0, 40)) run(one.at(index));

    const other = new ScheduledCases(engine, 7);
    const backwards = indices
      .slice(0, 40)
      .toReversed()
      .map((index) => other.caseAt(index));
    for (const index of indices.slice(0, 40).toReversed()) run(other.at(index));

    expect(backwards.toReversed()).toEqual(inOrder);
    expect(other.coverage).toEqual(one.coverage);
  });

  test('are what the generator makes, some with a schedule of their own', () => {
    const cases = new ScheduledCases(engine, 7);

    const scheduled = indices.filter((index) => {
      const { schedule, ...rest } = cases.caseAt(index);
      const { schedule: made, ...generated } = caseAt(7, index);
      expect(rest).toEqual(generated);
      return JSON.stringify(schedule) !== JSON.stringify(made);
    });

    expect(scheduled.length).toBeGreaterThan(indices.length / 10);
    expect(scheduled.length).toBeLessThan(indices.length / 2);
  });

  test('play what PCT decided, to the last decision', () => {
    const cases = new ScheduledCases(engine, 7);
    let longer = 0;
    for (const index of indices) {
      const { schedule, ...rest } = cases.caseAt(index);
      if (JSON.stringify(schedule) === JSON.stringify(caseAt(7, index).schedule)) continue;
      const { decisions } = runWorld({ ...rest, schedule }, { engine, digests: 'never' });
      if (decisions.length > 5) longer++;

      expect(scheduleOf(decisions)).toEqual(schedule);
    }
    expect(longer).toBeGreaterThan(5);
  });

  test('are judged with the schedule that PCT decides meanwhile', () => {
    const cases = new ScheduledCases(engine, 7);
    const judged = indices.slice(0, 60).filter((index) => cases.at(index).scheduler !== undefined);

    expect(judged.length).toBeGreaterThan(5);
    for (const index of judged) expect(run(cases.at(index))).toEqual(cases.caseAt(index).schedule);
  });

  test('are counted for the bound where something could be chosen', () => {
    const cases = new ScheduledCases(engine, 7);
    for (const index of indices) run(cases.at(index));

    for (const { depth, cases: counted, chains, steps } of cases.coverage) {
      expect(counted, `depth ${depth}`).toBeGreaterThan(5);
      expect(chains).toBeGreaterThan(1);
      expect(steps).toBeGreaterThan(1);
    }
  });
});

describe('what the bound is made of', () => {
  test('adds up in any order', () => {
    const parts: PctCoverage[] = [
      { depth: 2, cases: 3, chains: 4, steps: 9 },
      { depth: 2, cases: 1, chains: 7, steps: 2 },
      { depth: 1, cases: 5, chains: 2, steps: 1 },
    ];
    const [forwards, backwards] = [noCoverage(), noCoverage()];

    for (const part of parts) cover(forwards, part);
    for (const part of parts.toReversed()) cover(backwards, part);

    expect(forwards).toEqual(backwards);
    expect(forwards[1]).toEqual({ depth: 2, cases: 4, chains: 7, steps: 9 });
    expect(emptyTally().pct.every(({ cases }) => cases === 0)).toBe(true);
  });
});
