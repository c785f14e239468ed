import type { Question, Setting } from './question.ts';
import { type Measured, measure, roundsOf, type Subject } from './rounds.ts';
import { type BenchRow, benchRow, perOperation } from './row.ts';
import { floorRun, recordLog, replayRun } from './session-runs.ts';
import { type Shape, shapes } from './workload.ts';

const allShapes = Object.keys(shapes) as Shape[];

/** Over fewer calls the difference between two runs is mostly noise: reported, not judged. */
const judgedFrom = 100;

/** What does a recorded call cost when it is replayed? */
export const replayCall: Question = {
  name: 'replay',
  async ask(setting) {
    const lengths = [0, ...setting.lengths];
    const subjects = lengths.flatMap((calls) => [
      { name: `floor ${calls}`, run: () => floorRun(setting.engine, calls) },
      ...allShapes.flatMap((shape) => subjectsOf(setting, shape, calls)),
    ]);
    const measured = await measure(subjects, setting);
    return allShapes.flatMap((shape) => setting.lengths.map((calls) => callRow(measured, setting, shape, calls)));
  },
};

function subjectsOf({ engine, stock }: Setting, shape: Shape, calls: number): Subject[] {
  const log = recordLog(engine, shape, calls);
  const inputs = log.map((entry) => JSON.stringify(entry?.type === 'action' ? entry.input : null));
  const ours = { name: `ours ${shape} ${calls}`, run: () => replayRun(engine, shape, log) };
  if (stock === undefined) return [ours];
  return [ours, { name: `stock ${shape} ${calls}`, run: () => stock.replayRun(shape, inputs) }];
}

/** Of one call: the cost of a run without calls is taken off on both sides, ours and the yardstick's. */
function each(measured: Measured, name: string, calls: number): number[] {
  return perOperation(roundsOf(measured, `${name} ${calls}`), roundsOf(measured, `${name} 0`), calls);
}

function callRow(measured: Measured, { stock }: Setting, shape: Shape, calls: number): BenchRow {
  const judged = calls >= judgedFrom;
  const bound = (atMost: number) => (judged ? { atMost } : {});
  const row = benchRow(
    `replay, ${shape}, ${calls} calls: one call`,
    'a call is served from a log that was given as plain JSON, with all checks on',
    each(measured, `ours ${shape}`, calls),
    [
      { to: "the guest's own floor", rounds: each(measured, 'floor', calls), ...bound(3) },
      stock && { to: 'stock quickjs-emscripten', rounds: each(measured, `stock ${shape}`, calls), ...bound(1 / 3) },
    ],
  );
  return { ...row, point: { curve: `replay, ${shape}: one call`, entries: calls } };
}
