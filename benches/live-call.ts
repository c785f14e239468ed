import { defineAction, Sandbox } from '../runtime/index.ts';
import type { Question } from './question.ts';
import { measure, roundsOf, type Subject } from './rounds.ts';
import { type BenchRow, benchRow, perOperation } from './row.ts';
import { liveRun, recordLog, replayRun } from './session-runs.ts';
import { response, type Shape, shapes } from './workload.ts';

const allShapes = Object.keys(shapes) as Shape[];

const whats = {
  session: 'a call is handed out by the synchronous core, answered at once, recorded and delivered',
  sandbox: 'the same through Sandbox.eval, inline, with an action that answers at once',
};

/** What does a call cost live, apart from what the action does, against its replay? */
export const liveCall: Question = {
  name: 'live',
  async ask(setting) {
    const { engine } = setting;
    const calls = Math.max(...setting.lengths.filter((length) => length <= 1000));
    await using sandbox = new Sandbox({
      isolation: 'inline',
      actions: [defineAction({ name: 'step', execute: () => response })],
    });
    const subjects = allShapes.flatMap((shape) =>
      [0, calls].flatMap((count): Subject[] => {
        const log = recordLog(engine, shape, count);
        return [
          { name: `replay ${shape} ${count}`, run: () => replayRun(engine, shape, log) },
          { name: `session ${shape} ${count}`, run: () => liveRun(engine, shape, count) },
          { name: `sandbox ${shape} ${count}`, run: () => sandboxRun(sandbox, shape, count) },
        ];
      }),
    );
    const measured = await measure(subjects, setting);
    return allShapes.flatMap((shape) => {
      const each = (name: string) =>
        perOperation(roundsOf(measured, `${name} ${shape} ${calls}`), roundsOf(measured, `${name} ${shape} 0`), calls);
      const row = (driver: keyof typeof whats): BenchRow =>
        benchRow(`live, ${driver}, ${shape}, ${calls} calls: one call`, whats[driver], each(driver), [
          { to: 'its replay', rounds: each('replay'), atMost: 1.5 },
        ]);
      return [row('session'), row('sandbox')];
    });
  },
};

async function sandboxRun(sandbox: Sandbox, shape: Shape, calls: number): Promise<void> {
  const run = await sandbox.eval(shapes[shape], { input: { calls }, runId: 'measured', startedAt: 0 });
  if (run.status !== 'completed' || run.value !== calls * 5) {
    throw new Error(`a measured run came out wrong: ${JSON.stringify(run.status)}`);
  }
}
