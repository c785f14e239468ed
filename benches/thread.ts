import { defineAction, type Run, Sandbox } from '../runtime/index.ts';
import type { Question } from './question.ts';
import { measure, roundsOf } from './rounds.ts';
import { benchRow } from './row.ts';
import { response, shapes } from './workload.ts';

const isolations = ['thread', 'inline'] as const;
type Isolation = (typeof isolations)[number];

const oneCall = 'return (await actions.step({ i: 0 })).amount;';

/** What does it cost to let scripts run in threads? CPU time is that of all threads together. */
export const thread: Question = {
  name: 'thread',
  async ask(setting) {
    const calls = Math.max(...setting.lengths);
    await using threaded = sandboxIn('thread');
    await using inline = sandboxIn('inline');
    const sandboxes = { thread: threaded, inline };
    const run = await inline.eval(shapes.sequential, { input: { calls } });
    const measured = await measure(
      isolations.flatMap((isolation) => [
        { name: `replay ${isolation}`, run: () => replay(sandboxes[isolation], run) },
        { name: `eval ${isolation}`, run: () => evaluate(sandboxes[isolation]) },
      ]),
      setting,
    );
    const row = (name: string, subject: string, what: string, atMost?: number) =>
      benchRow(`thread, ${name}`, what, roundsOf(measured, `${subject} thread`), [
        { to: 'inline', rounds: roundsOf(measured, `${subject} inline`), ...(atMost && { atMost }) },
      ]);
    // A short replay is mostly the way to the thread and back: reported, not judged.
    const bound = calls >= 10_000 ? 1.2 : undefined;
    return [
      row(`replay of ${calls} calls`, 'replay', 'a run is sent to a thread, replayed and compared with itself', bound),
      row('one call', 'eval', 'a script with one call is evaluated, with an action that answers at once'),
    ];
  },
};

function sandboxIn(isolation: Isolation): Sandbox {
  return new Sandbox({ isolation, actions: [defineAction({ name: 'step', execute: () => response })] });
}

async function replay(sandbox: Sandbox, run: Run): Promise<void> {
  const { status } = await sandbox.replay(run);
  if (status !== 'completed') throw new Error(`a measured replay came out ${status}`);
}

async function evaluate(sandbox: Sandbox): Promise<void> {
  const run = await sandbox.eval(oneCall, { runId: 'measured', startedAt: 0 });
  if (run.status !== 'completed' || run.value !== 5) {
    throw new Error(`a measured run came out wrong: ${JSON.stringify(run.status)}`);
  }
}
