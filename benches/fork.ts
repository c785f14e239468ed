import { type Case, caseOfFuture, forkAt, runFuture, runWorld, schedulers, type Trace } from '../harness/index.ts';
import type { Engine } from '../runtime/index.ts';
import type { Question, Setting } from './question.ts';
import { measure, roundsOf } from './rounds.ts';
import { type BenchRow, benchRow } from './row.ts';
import { actions, response } from './workload.ts';

/** Calls that are made at once where the futures part: each settles in a turn of its own, in an order of its own. */
const parted = 10;

/** From each fork, as a campaign does it. */
const futures = 8;

/** Makes `input.calls` calls one after the other, and then some at once. */
const script = `let sum = 0;
for (let i = 0; i < input.calls; i++) sum += (await actions.step({ i, name: 'item' })).amount;
const steps = Array.from({ length: ${parted} }, (_, i) => actions.step({ i, name: 'last' }));
for (const answer of await Promise.all(steps)) sum += answer.amount;
return sum;`;

/**
 * What does a new state of a script cost that is reached from a snapshot of a state before it, against running there from
 * the top? A state is what a turn leaves behind; those that led to the fork are not new.
 */
export const fork: Question = {
  name: 'fork',
  async ask(setting) {
    const most = Math.max(...setting.lengths) < 10_000 ? 20 : 100;
    const rows: BenchRow[] = [];
    for (const calls of [10, most]) rows.push(await rowAfter(calls, setting));
    return rows;
  },
};

async function rowAfter(calls: number, setting: Setting): Promise<BenchRow> {
  const { engine } = setting;
  const { states, cases } = explore(engine, calls);
  const measured = await measure(
    [
      { name: 'forked', run: () => check(explore(engine, calls).states, states) },
      { name: 'top', run: () => check(fromTheTop(engine, cases, calls), states) },
    ],
    setting,
  );
  const perState = (name: string): number[] => roundsOf(measured, name).map((micros) => micros / states);
  return benchRow(
    `fork, one new state after ${calls} calls`,
    `a run is made once, and gone on with from its snapshot after ${calls} calls in ${futures} ways`,
    perState('forked'),
    [{ to: 'the same ways, each from the top', rounds: perState('top'), atMost: 1 }],
  );
}

/** Goes on from one snapshot, what it takes to get there included. Gives the number of new states, and the ways as cases. */
function explore(engine: Engine, calls: number): { states: number; cases: Case[] } {
  const from = forkAt(engine, caseOf(calls), calls);
  if (from === undefined) throw new Error(`there is nothing to go on from after ${calls} calls`);
  const ways = Array.from({ length: futures }, (_, seed) =>
    runFuture(engine, from, { behaviours: [], scheduler: schedulers.random(seed) }),
  );
  return {
    states: ways.reduce((sum, way) => sum + newStates(way, calls), 0),
    cases: ways.map(({ decisions }) => ({ ...caseOfFuture(from, { behaviours: [] }, decisions), faults: [] })),
  };
}

function fromTheTop(engine: Engine, cases: readonly Case[], calls: number): number {
  const ways = cases.map((way) => runWorld(way, { engine, digests: 'never' }));
  return ways.reduce((sum, way) => sum + newStates(way, calls), 0);
}

function caseOf(calls: number): Case {
  const behaviours: Case['behaviours'] = [[{ type: 'respond', value: response }]];
  const world = { data: {}, onInterrupt: 'stop', behaviours, schedule: [], faults: [] } as const;
  return { version: 1, script, input: { calls }, actions, ...world, schedule: [], faults: [] };
}

/** Those that turns behind the fork left behind. */
function newStates({ attempts: [attempt] }: Trace, calls: number): number {
  const { status } = attempt?.run ?? {};
  if (status !== 'completed') throw new Error(`a run came out wrong: ${status}`);
  return (attempt?.turns.length ?? 0) - (calls + 1);
}

function check(states: number, expected: number): void {
  if (states !== expected) throw new Error(`there are ${states} new states, and not ${expected}`);
}
