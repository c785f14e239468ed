import type { CallLog, Engine, Session } from '../../runtime/index.ts';
import { memoryUse } from '../memory.ts';
import { type Measured, type Reading, roundsOf, type Subject } from '../rounds.ts';
import { pairwise, perOperation } from '../row.ts';
import { floorRun, openReplay, recordLog, replayRun } from '../session-runs.ts';
import { growthExponent } from '../statistics.ts';
import type { Stock } from '../stock.ts';
import { type Shape, shapes } from '../workload.ts';
import type { Figure, FigureSetting, PreparedFigure } from './figure.ts';

/** Calls of the runs whose replay is held against a yardstick. */
const calls = 200;

/** Calls of the runs that growth is fitted over. Memory grows by whole chunks, which is much in a short run. */
const timeLengths = [100, 1000, 10_000];
const memoryLengths = [1000, 10_000];

/** What replaying costs, and how that grows with the log. */
export const replayFigures: readonly Figure[] = (Object.keys(shapes) as Shape[]).flatMap((shape) => [
  {
    name: `replay, ${shape} / floor`,
    what: `a recorded call of ${calls} that is replayed, against parsing its answer and awaiting it in the guest`,
    prepare: ({ engine }) => againstFloor(engine, shape),
  },
  {
    name: `replay, ${shape} / stock`,
    what: `the same, against stock quickjs-emscripten that follows the same log`,
    needsStock: true,
    prepare: (setting) => againstStock(setting, shape),
  },
  {
    name: `growth of time, ${shape}`,
    what: `the power of a log's length, from ${timeLengths[0]} to ${timeLengths.at(-1)} calls, that the time of its replay grows with`,
    prepare: ({ engine }) => growthOfTime(engine, shape),
  },
  {
    name: `growth of memory, ${shape}`,
    what: `the power of a log's length, from ${memoryLengths[0]} to ${memoryLengths.at(-1)} calls, that the memory of a replayed run and its log grows with`,
    collectsGarbage: true,
    prepare: ({ engine }) => growthOfMemory(engine, shape),
  },
]);

function againstFloor(engine: Engine, shape: Shape): PreparedFigure {
  const ours = replays(engine, shape, [0, calls]);
  const floor = [0, calls].map((count) => ({ name: `floor ${count}`, run: () => floorRun(engine, count) }));
  return {
    subjects: [...ours, ...floor],
    values: (measured) => pairwise(oneCall(measured, `replay ${shape}`), oneCall(measured, 'floor'), ratio),
  };
}

function againstStock({ engine, stock }: FigureSetting, shape: Shape): PreparedFigure {
  if (stock === undefined) throw new Error('a figure against stock was asked for without it');
  return {
    subjects: [
      ...replays(engine, shape, [0, calls]),
      ...[0, calls].map((count) => stockReplay(engine, stock, shape, count)),
    ],
    values: (measured) => pairwise(oneCall(measured, `replay ${shape}`), oneCall(measured, `stock ${shape}`), ratio),
  };
}

function stockReplay(engine: Engine, stock: Stock, shape: Shape, count: number): Subject {
  const inputs = recordLog(engine, shape, count).map((entry) =>
    JSON.stringify(entry?.type === 'action' ? entry.input : null),
  );
  return { name: `stock ${shape} ${count}`, run: () => stock.replayRun(shape, inputs) };
}

function growthOfTime(engine: Engine, shape: Shape): PreparedFigure {
  return {
    subjects: replays(engine, shape, [0, ...timeLengths]),
    values: (measured) => {
      // What a run of no calls costs is taken off.
      const none = roundsOf(measured, `replay ${shape} 0`);
      const costs = timeLengths.map((count) =>
        pairwise(roundsOf(measured, `replay ${shape} ${count}`), none, (all, empty) => all - empty),
      );
      return exponents(timeLengths, costs);
    },
  };
}

function growthOfMemory(engine: Engine, shape: Shape): PreparedFigure {
  const readings = memoryLengths.map((count) => memoryOf(engine, shape, count));
  return {
    subjects: readings,
    values: (measured) =>
      exponents(
        memoryLengths,
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

function replays(engine: Engine, shape: Shape, lengths: readonly number[]): Subject[] {
  return lengths.map((count) => {
    const log = recordLog(engine, shape, count);
    return { name: `replay ${shape} ${count}`, run: () => replayRun(engine, shape, log) };
  });
}

/**
 * What a replayed run holds more than one without calls, its log included: on the host's heap, and of the guest's memory in use.
 */
function memoryOf(engine: Engine, shape: Shape, count: number): Reading {
  const text = JSON.stringify(recordLog(engine, shape, count));
  return {
    name: `memory ${shape} ${count}`,
    read: () => {
      // Whatever an instance keeps of the run that it served last, it keeps of this one.
      const blank = openReplay(engine, shape, []);
      const blankBytes = guestBytes(blank);
      blank.close();
      // What became garbage late is only found by the second collection.
      memoryUse();
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

function oneCall(measured: Measured, name: string): number[] {
  return perOperation(roundsOf(measured, `${name} ${calls}`), roundsOf(measured, `${name} 0`), calls);
}

function ratio(ours: number, yardstick: number): number {
  return ours / yardstick;
}
