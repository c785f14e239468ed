import { describe, expect, test } from 'vitest';
import { CallLogMismatchError } from '../errors.ts';
import { replayRun } from './replay.ts';
import type { Run } from './run.ts';
import { RunMismatchError } from './run-mismatch.ts';
import { Sandbox } from './sandbox.ts';
import { sharedEngine } from './shared-engine.ts';
import { HeldActions } from './testing/held-actions.ts';

const elsewhere = 'quickjs-2099-01-01:0:0';
const script = 'const a = await actions.work({ n: 1 });\nreturn await actions.ask({ a });';

/** A run that paused at a question, as if another engine had made it. */
async function madeElsewhere(): Promise<Run> {
  const held = new HeldActions('ask', 'work');
  await using sandbox = new Sandbox({ actions: held.actions, isolation: 'inline' });
  const running = sandbox.eval(script);
  (await held.latest('work')).respond('A');
  (await held.latest('ask')).interrupt('?');
  const run = await running;
  return { ...run, header: { ...run.header, engine: elsewhere } };
}

const thrownBy = async (replay: () => unknown): Promise<Error> => {
  try {
    await replay();
  } catch (thrown) {
    return thrown as Error;
  }
  throw new Error('It should have thrown.');
};

describe('a run of another engine', () => {
  test('is replayed like any other, and stays what it is', async () => {
    const run = await madeElsewhere();

    expect(replayRun(await sharedEngine(), run, [])).toEqual(run);
  });

  test('is continued, and is then a run of this engine', async () => {
    const held = new HeldActions('ask', 'work');
    await using sandbox = new Sandbox({ actions: held.actions, isolation: 'inline' });

    const resuming = sandbox.resume(await madeElsewhere(), 'yes');
    (await held.latest('ask')).respond('yes');

    expect(await resuming).toMatchObject({
      status: 'completed',
      value: 'yes',
      header: { engine: (await sharedEngine()).fingerprint },
    });
  });

  test('that does not follow its log is a mismatch as ever, and the message says that the engines differ', async () => {
    const run = await madeElsewhere();
    const [work, ...rest] = run.callLog;
    const changed = { ...run, callLog: [{ ...work, input: { n: 2 } }, ...rest] } as Run;
    const engine = await sharedEngine();

    const error = await thrownBy(() => replayRun(engine, changed, []));

    expect(error).toBeInstanceOf(CallLogMismatchError);
    expect(error).toMatchObject({ code: 'CALL_LOG_MISMATCH', position: 0, reason: 'input', location: { line: 1 } });
    expect(error.message).toMatch(/\$\.n: recorded 2, observed 1[\s\S]*made with another engine \(quickjs-2099/);
    expect(error.message).toContain(engine.fingerprint);
  });

  test('that differs outside its log says so too, on replay and on resume', async () => {
    const run = await madeElsewhere();
    const engine = await sharedEngine();
    const pending = run.pending.map((call) => ({ ...call, input: { a: 'B' } }));
    await using sandbox = new Sandbox({ actions: new HeldActions('ask', 'work').actions, isolation: 'inline' });

    const errors = [
      await thrownBy(() => replayRun(engine, { ...run, console: [{ level: 'log', text: 'x' }] }, [])),
      await thrownBy(() => sandbox.answer({ ...run, pending, status: 'aborted', reason: null } as Run, {})),
    ];

    for (const error of errors) {
      expect(error).toBeInstanceOf(RunMismatchError);
      expect(error.message).toContain('made with another engine');
    }
  });

  test('of this engine gets no such hint', async () => {
    const run = await madeElsewhere();
    const engine = await sharedEngine();
    const mine = { ...run, header: { ...run.header, engine: engine.fingerprint } };

    const error = await thrownBy(() => replayRun(engine, { ...mine, console: [{ level: 'log', text: 'x' }] }, []));

    expect(error.message).not.toContain('engine');
  });
});
