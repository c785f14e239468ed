import type { CallLog, Engine, Session } from '../runtime/index.ts';
import { memoryUse } from './memory.ts';
import type { Question, Setting } from './question.ts';
import { type Measured, measure, type Reading, roundsOf, type Subject } from './rounds.ts';
import { type BenchRow, benchRow, growthRow, pairwise, perOperation, sizeRow } from './row.ts';
import { floorRun, openReplay, recordLog, replayRun } from './session-runs.ts';
import { growthExponent, quartiles } from './statistics.ts';
import { type Shape, shapes } from './workload.ts';

const allShapes = Object.keys(shapes) as Shape[];

/** Entries that growth is fitted over. A short run's memory grows by whole chunks. */
const thorough = { time: [100, 1000, 10_000, 100_000], memory: [1000, 10_000, 30_000] };
const hasty = { time: [300, 3000], memory: [3000, 10_000] };

/** A round of long logs takes seconds; with fewer than eight an interval says little. */
const rounds = 8;

/** A cost may grow with its log's length to this power. */
const growthAtMost = 1.05;

/** How do the time and the memory of a replay grow with its log? */
export const replayGrowth: Question = {
  name: 'growth',
  async ask(setting) {
    const { time, memory } = Math.max(...setting.lengths) < 10_000 ? hasty : thorough;
    const effort = { ...setting, rounds: Math.min(rounds, setting.rounds) };
    return [...(await timeRows(setting, effort, time)), ...(await memoryRows(setting, effort, memory))];
  },
};

async function timeRows({ engine }: Setting, effort: Setting, sizes: readonly number[]): Promise<BenchRow[]> {
  const growths = allShapes.map((shape) => growthOfTime(engine, shape, sizes));
  const longest = Math.max(...sizes);
  const floor = [0, longest].map((count) => ({ name: `floor ${count}`, run: () => floorRun(engine, count) }));
  const measured = await measure([...growths.flatMap(({ subjects }) => subjects), ...floor], effort);
  return allShapes.flatMap((shape, at) => [
    longRow(measured, shape, longest),
    growthRow(
      `growth of time, ${shape}`,
      `the power of a log's length, from ${sizes[0]} to ${longest} calls, that the time of its replay grows with`,
      growths[at]?.values(measured) ?? [],
      growthAtMost,
    ),
  ]);
}

/** The longest log is too long to be measured as often as the others are. */
function longRow(measured: Measured, shape: Shape, calls: number): BenchRow {
  const each = (name: string): number[] =>
    perOperation(roundsOf(measured, `${name} ${calls}`), roundsOf(measured, `${name} 0`), calls);
  const row = benchRow(
    `growth, ${shape}, ${calls} calls: one call`,
    'a call is served from a log that was given as plain JSON, with all checks on',
    each(`replay ${shape}`),
    [{ to: "the guest's own floor", rounds: each('floor'), ...(calls >= 10_000 && { atMost: 3 }) }],
  );
  return { ...row, point: { curve: `replay, ${shape}: one call`, entries: calls } };
}

async function memoryRows({ engine }: Setting, effort: Setting, sizes: readonly number[]): Promise<BenchRow[]> {
  const growths = allShapes.map((shape) => growthOfMemory(engine, shape, sizes));
  const measured = await measure(
    growths.flatMap(({ subjects }) => subjects),
    effort,
  );
  return allShapes.flatMap((shape, at) => [
    ...sizes.map((calls) => {
      const bytes = Math.round(quartiles(roundsOf(measured, `memory ${shape} ${calls}`)).median / calls);
      const name = `growth, ${shape}, ${calls} calls: memory of one call`;
      const text = JSON.stringify(recordLog(engine, shape, calls)).length / calls;
      const what = 'of a replayed run and its log, on the heap and in the guest';
      const row = sizeRow(name, what, bytes, [{ to: 'its entry as JSON', bytes: text }]);
      return { ...row, point: { curve: `memory, ${shape}: one call`, entries: calls } };
    }),
    growthRow(
      `growth of memory, ${shape}`,
      `the power of a log's length, from ${sizes[0]} to ${sizes.at(-1)} calls, that the memory of a replayed run grows with`,
      growths[at]?.values(measured) ?? [],
      growthAtMost,
    ),
  ]);
}

/** What growth is fitted over: in each round, subjects or readings of several sizes. */
export interface Growth<S extends Subject | Reading = Subject | Reading> {
  readonly subjects: readonly S[];
  /** The exponent in each round. */
  values(measured: Measured): number[];
}

export function growthOfTime(engine: Engine, shape: Shape, sizes: readonly number[]): Growth<Subject> {
  return {
    subjects: replays(engine, shape, [0, ...sizes]),
    values: (measured) => {
      // What a run of no calls costs is taken off.
      const none = roundsOf(measured, `replay ${shape} 0`);
      const costs = sizes.map((count) =>
        pairwise(roundsOf(measured, `replay ${shape} ${count}`), none, (all, empty) => all - empty),
      );
      return exponents(sizes, costs);
    },
  };
}

export function growthOfMemory(engine: Engine, shape: Shape, sizes: readonly number[]): Growth<Reading> {
  const readings = sizes.map((count) => memoryOf(engine, shape, count));
  return {
    subjects: readings,
    values: (measured) =>
      exponents(
        sizes,
        readings.map(({ name }) => roundsOf(measured, name)),
      ),
  };
}

/** In each round, the exponent of what the costs of these sizes show. */
function exponents(sizes: readonly number[], costs: readonly (readonly number[])[]): number[] {
  const [rounds = []] = costs;
  return rounds.map((_, round) =>
    growthExponent(sizes.map((size, at) => ({ size, cost: costs[at]?.[round] ?? Number.NaN }))),
  );
}

/** Whole replays of logs of these lengths. */
export function replays(engine: Engine, shape: Shape, sizes: readonly number[]): Subject[] {
  return sizes.map((count) => {
    const log = recordLog(engine, shape, count);
    return { name: `replay ${shape} ${count}`, run: () => replayRun(engine, shape, log) };
  });
}

/**
 * What a replayed run holds more than one without calls, its log included: on the host's heap, and of the guest's memory in use.
 */
function memoryOf(engine: Engine, shape: Shape, count: number): Reading {
  const text = JSON.stringify(recordLog(engine, shape, count));
  const blank = openReplay(engine, shape, []);
  const blankBytes = guestBytes(blank);
  blank.close();
  return {
    name: `memory ${shape} ${count}`,
    read: () => {
      // Whatever an instance keeps of the run that it served last, it keeps of this one.
      openReplay(engine, shape, []).close();
      const before = memoryUse().heapBytes;
      const log = JSON.parse(text) as CallLog;
      const session = openReplay(engine, shape, log);
      const bytes = memoryUse().heapBytes - before + guestBytes(session) - blankBytes;
      session.close();
      // The log is used once more, so that it is there while its bytes are counted.
      if (log.length !== count) throw new Error(`a log of ${count} calls has ${log.length} now`);
      return bytes;
    },
  };
}

function guestBytes(session: Session): number {
  return session.memory().reduce((sum, part) => sum + part.length, 0);
}
