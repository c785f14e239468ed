import type { Question } from './question.ts';
import { measure, roundsOf } from './rounds.ts';
import { type BenchRow, benchRow, perOperation } from './row.ts';
import { liveRun, recordLog, replayRun } from './session-runs.ts';
import { type Shape, shapes } from './workload.ts';

/** What does a call cost live, apart from the action, against its replay? */
export const liveCall: Question = {
  name: 'live',
  async ask(setting) {
    const { engine } = setting;
    const calls = Math.max(...setting.lengths.filter((length) => length <= 1000));
    const allShapes = Object.keys(shapes) as Shape[];
    const subjects = allShapes.flatMap((shape) => {
      const logs = { 0: recordLog(engine, shape, 0), [calls]: recordLog(engine, shape, calls) };
      return [0, calls].flatMap((count) => [
        { name: `replay ${shape} ${count}`, run: () => replayRun(engine, shape, logs[count] ?? []) },
        { name: `live ${shape} ${count}`, run: () => liveRun(engine, shape, count) },
      ]);
    });
    const measured = await measure(subjects, setting);
    return allShapes.map((shape): BenchRow => {
      const each = (name: string) =>
        perOperation(roundsOf(measured, `${name} ${shape} ${calls}`), roundsOf(measured, `${name} ${shape} 0`), calls);
      return benchRow(
        `live, ${shape}, ${calls} calls: one call`,
        'a call is handed out, answered at once, recorded and delivered',
        each('live'),
        [{ to: 'its replay', rounds: each('replay'), atMost: 1.5 }],
      );
    });
  },
};
