import { beforeAll, describe, expect, test } from 'vitest';
import { Engine, type Json } from '../../runtime/index.ts';
import { type Case, plainCase } from '../case/index.ts';
import {
  type PctScheduler,
  pct,
  pctBound,
  pctProbability,
  random,
  recorded,
  type Scheduler,
  scheduleOf,
} from '../schedule/index.ts';
import { runWorld } from './index.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await Engine.load();
});

/** Scripts that go wrong in few orders of their calls: then they give `wrong`. */
const bugs = [
  {
    // The stock is open between the tenth and the eleventh page; whoever looks right then, and at no other time, takes from it.
    name: 'a look at a half-done list',
    depth: 2,
    chains: 3,
    script: `
      let open = false;
      let seen = false;
      const list = async () => {
        for (let page = 0; page < 14; page++) {
          await actions.page(page);
          open = page === 10;
        }
      };
      const look = async () => { await actions.look(); seen = open; };
      const audit = async () => { await actions.audit(1); await actions.audit(2); };
      await Promise.all([list(), look(), audit()]);
      return seen ? 'wrong' : 'right';`,
  },
  {
    // A transfer that reads before a deposit is booked, and writes after everything else was.
    name: 'an update that is lost',
    depth: 3,
    chains: 2,
    script: `
      let balance = 0;
      const deposits = async () => {
        for (let i = 0; i < 16; i++) { await actions.deposit(i); balance += 1; }
      };
      const transfer = async () => {
        await actions.read();
        const read = balance;
        await actions.write();
        if (read === 8 && balance === 16) balance = 'wrong';
      };
      await Promise.all([deposits(), transfer()]);
      return balance;`,
  },
] as const;

const budget = 1_500;

function caseOf(script: string): Case {
  return plainCase(script, { actions: ['audit', 'deposit', 'look', 'page', 'read', 'write'] });
}

function valueUnder(script: string, scheduler: Scheduler): { value: Json | undefined; schedule: number[] } {
  const { attempts, decisions } = runWorld(caseOf(script), { engine, scheduler, digests: 'never' });
  const run = attempts.at(-1)?.run;
  return { value: run?.status === 'completed' ? run.value : undefined, schedule: scheduleOf(decisions) };
}

/** Schedules, of a budget of them, under which the script goes wrong. */
function found(script: string, scheduler: (seed: number) => Scheduler): number[][] {
  return Array.from({ length: budget }, (_, seed) => valueUnder(script, scheduler(seed))).flatMap(
    ({ value, schedule }) => (value === 'wrong' ? [schedule] : []),
  );
}

describe.each(bugs)('$name, which takes $depth orderings', ({ depth, chains, script }) => {
  test('is missed by random schedules', () => {
    expect(found(script, random)).toEqual([]);
  });

  test('is found by pct, at least as often as it promises', () => {
    const used: PctScheduler[] = [];
    const stepsMax = 18;

    const schedules = found(script, (seed) => {
      const scheduler = pct({ seed, depth, stepsMax });
      used.push(scheduler);
      return scheduler;
    });

    expect(Math.max(...used.map((one) => one.chains))).toBe(chains);
    expect(Math.max(...used.map((one) => one.steps))).toBeLessThanOrEqual(stepsMax);
    expect(schedules.length).toBeGreaterThanOrEqual(budget * pctBound({ depth, chains, steps: stepsMax }));
    expect(pctProbability({ depth, chains, steps: stepsMax, cases: budget })).toBeGreaterThan(0.9);
    expect(valueUnder(script, recorded(schedules[0] as number[])).value).toBe('wrong');
  });

  test('is missed by pct that changes no priority', () => {
    expect(found(script, (seed) => pct({ seed, depth: 1, stepsMax: 18 }))).toEqual([]);
  });
});
