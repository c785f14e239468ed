import type { Engine } from '../../runtime/index.ts';
import { growthOfMemory, growthOfTime, replays } from '../replay-growth.ts';
import { type Measured, roundsOf, type Subject } from '../rounds.ts';
import { pairwise, perOperation } from '../row.ts';
import { floorRun, recordLog } from '../session-runs.ts';
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
    prepare: ({ engine }) => growthOfTime(engine, shape, timeLengths),
  },
  {
    name: `growth of memory, ${shape}`,
    what: `the power of a log's length, from ${memoryLengths[0]} to ${memoryLengths.at(-1)} calls, that the memory of a replayed run and its log grows with`,
    collectsGarbage: true,
    prepare: ({ engine }) => growthOfMemory(engine, shape, memoryLengths),
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

function oneCall(measured: Measured, name: string): number[] {
  return perOperation(roundsOf(measured, `${name} ${calls}`), roundsOf(measured, `${name} 0`), calls);
}

function ratio(ours: number, yardstick: number): number {
  return ours / yardstick;
}
