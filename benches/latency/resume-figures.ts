import type { Engine } from '../../runtime/index.ts';
import { goOnFromLog, goOnFromSnapshot, storedRun } from '../paused.ts';
import { roundsOf } from '../rounds.ts';
import { pairwise } from '../row.ts';
import { startRun } from '../session-runs.ts';
import { thirtyLines } from '../workload.ts';
import type { Figure, FigureSetting, PreparedFigure } from './figure.ts';

/** What it costs to begin a run, and to go on with one. */
export const resumeFigures: readonly Figure[] = [
  {
    name: 'start, link cached / stock',
    what: 'a script of thirty lines that was seen before, up to its first call, against a stock runtime, context, evaluation and disposal',
    needsStock: true,
    prepare: startAgainstStock,
  },
  {
    name: 'resume from snapshot / replay of 100 calls',
    what: 'a stored run that made 10,000 calls goes on from its snapshot, against replaying 100 calls',
    prepare: ({ engine }) => snapshotAgainstReplay(engine),
  },
];

function startAgainstStock({ engine, stock }: FigureSetting): PreparedFigure {
  if (stock === undefined) throw new Error('a figure against stock was asked for without it');
  return ratioOf(
    { name: 'start cached', run: () => startRun(engine, thirtyLines) },
    { name: 'start stock', run: () => stock.start(thirtyLines) },
  );
}

function snapshotAgainstReplay(engine: Engine): PreparedFigure {
  const [many, hundred] = [storedRun(engine, 10_000), storedRun(engine, 100)];
  return ratioOf(
    { name: 'resume from snapshot 10000', run: () => goOnFromSnapshot(engine, many) },
    { name: 'resume from log 100', run: () => goOnFromLog(engine, hundred) },
  );
}

function ratioOf(
  ours: PreparedFigure['subjects'][number],
  yardstick: PreparedFigure['subjects'][number],
): PreparedFigure {
  return {
    subjects: [ours, yardstick],
    values: (measured) =>
      pairwise(roundsOf(measured, ours.name), roundsOf(measured, yardstick.name), (ours, theirs) => ours / theirs),
  };
}
