import { beforeAll, describe, expect, test } from 'vitest';
import { Engine } from '../../runtime/index.ts';
import { type Behaviour, type Case, plainCase } from '../case/index.ts';
import { exhaustively } from '../schedule/index.ts';
import { everyInterleaving, type InterleavingsOptions, runWorld, type Trace } from './index.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await Engine.load();
});

const asks: Behaviour[] = [{ type: 'interrupt', payload: 'sure?', then: { type: 'answer', answer: 'yes' } }];
const says: Behaviour[] = [{ type: 'respond', value: 'done' }];

function caseOf(script: string, behaviours: Behaviour[][] = []): Case {
  return plainCase(script, { actions: ['a', 'ask', 'b', 'c'], onInterrupt: 'settle', behaviours });
}

/** How all of it ended, but for the order in which people were asked. */
function endOf({ attempts }: Trace): string {
  return JSON.stringify(attempts.map(({ run }) => run));
}

function naively(testCase: Case): { ends: Set<string>; runs: number } {
  const ends = new Set<string>();
  const { runs, complete } = exhaustively(
    (scheduler) => void ends.add(endOf(runWorld(testCase, { engine, scheduler, digests: 'never' }))),
    5_000,
  );
  expect(complete).toBe(true);
  return { ends, runs };
}

function reduced(testCase: Case, independent?: InterleavingsOptions['independent'], see = endOf) {
  const ends = new Set<string>();
  const options = { engine, runsMax: 5_000, ...(independent && { independent }) };
  const exhausted = everyInterleaving(testCase, options, (trace) => void ends.add(see(trace)));
  expect(exhausted.complete).toBe(true);
  return { ends, ...exhausted, begun: exhausted.runs + exhausted.cut };
}

const questions = `
  const seen = [];
  const ask = async (who) => { seen.push(await actions.ask(who)); };
  const work = async () => { await actions.a(1); await actions.b(2); };
  await Promise.all([ask('x'), ask('y'), ask('z'), work()]);
  return seen;`;

describe('interleavings that are the same, bit for bit', () => {
  test('are left out: which of several questions is asked first changes nothing', () => {
    const testCase = caseOf(questions, [asks, asks, asks, says, says]);

    const all = naively(testCase);
    const { ends, begun, interleavings } = reduced(testCase);

    expect(ends).toEqual(all.ends);
    expect(interleavings).toBe(all.runs);
    expect({ interleavings, begun }).toEqual({ interleavings: 1080, begun: 56 });
    expect(begun).toBeLessThan(all.runs / 2);
  });

  test('are none where every order leaves another memory', () => {
    const testCase = caseOf(
      'const c = async (i) => { await actions.a(i); await actions.b(i); }; await Promise.all([c(1), c(2), c(3)]);',
    );

    expect(reduced(testCase)).toMatchObject({ interleavings: 90, runs: 90, cut: 0 });
  });

  test('are not looked for where faults look at what was', () => {
    const small = caseOf("return Promise.all([actions.ask('x'), actions.ask('y')]);", [asks, asks]);

    expect(reduced(small).cut).toBeGreaterThan(0);
    expect(reduced({ ...small, faults: [{ type: 'crash', turn: 5 }] }).cut).toBe(0);
  });
});

describe('interleavings of calls that are said to commute', () => {
  // Two branches write to the same account, the third to another one.
  const accounts = `
    let balance = 0;
    let other = 0;
    const add = async (by) => { const seen = balance + Number(await actions.a(by)); await actions.b(by); balance = seen; };
    const elsewhere = async () => { await actions.c(1); await actions.c(2); other++; };
    const both = [add(1), add(2), elsewhere()];
    await Promise.allSettled(both);
    return { balance, other };`;
  const testCase = caseOf(accounts, [[{ type: 'respond', value: 5 }], [{ type: 'respond', value: 7 }]]);
  const resultOf = ({ attempts }: Trace): string => {
    const run = attempts.at(-1)?.run;
    return run?.status === 'completed' ? JSON.stringify(run.value) : String(run?.status);
  };

  test('are left out: the values are those of all 90', () => {
    const values = new Set<string>();
    const all = exhaustively(
      (scheduler) => void values.add(resultOf(runWorld(testCase, { engine, scheduler, digests: 'never' }))),
      100,
    );

    const { ends, begun, interleavings, runs } = reduced(
      testCase,
      (left, right) => (left.name === 'c') !== (right.name === 'c'),
      resultOf,
    );

    expect(all).toMatchObject({ runs: 90, complete: true });
    expect(ends).toEqual(values);
    expect(values.size).toBeGreaterThan(1);
    expect(interleavings).toBe(90);
    expect(runs).toBe(6);
    expect(begun).toBeLessThan(90 / 2);
  });

  test('are all run but one of each kind: a bug in a single order is found', () => {
    const wrong = `
      const order = [];
      const chain = async (name, action) => { await action(name); order.push(name + 1); await action(name); order.push(name + 2); };
      const quiet = async () => { await actions.c(1); await actions.c(2); };
      await Promise.all([chain('x', actions.a), chain('y', actions.b), quiet()]);
      return order.join() === 'y1,x1,x2,y2' ? 'wrong' : 'right';`;

    const { ends, runs } = reduced(
      caseOf(wrong),
      (left, right) => (left.name === 'c') !== (right.name === 'c'),
      resultOf,
    );

    expect(runs).toBe(6);
    expect([...ends].sort()).toEqual(['"right"', '"wrong"']);
  });
});
