import { expect, test } from 'vitest';
import { MisuseError } from '../errors.ts';
import type { InterruptedRun, Run } from './run.ts';
import { describeEverywhere, type SandboxClass } from './testing/everywhere.ts';
import { HeldActions, stored } from './testing/held-actions.ts';

const script = `
  console.log('begins', Math.random() < 2);
  data.seen = [];
  const ask = actions.ask({ q: 1 });
  data.seen.push(await actions.work({ n: Date.now() > 0 }));
  const answer = await ask;
  data.seen.push(answer);
  if (answer === 'throw') throw Object.assign(new Error('as asked'), { code: 'ASKED' });
  return { answer };
`;

/** A run of each status, each with as much in it as it can have. */
async function someRuns(Sandbox: SandboxClass): Promise<Record<Run['status'], Run>> {
  const held = new HeldActions('ask', 'work');
  await using sandbox = new Sandbox({ actions: held.actions, graceMs: 0 });
  const begin = async (signal?: AbortSignal) => {
    const running = sandbox.eval(script, { file: 'asks.ts', ...(signal && { signal }) });
    const ask = await held.latest('ask');
    const work = await held.latest('work');
    held.executions.splice(0);
    return { running, ask, work };
  };
  const pause = async () => {
    const { running, ask, work } = await begin();
    work.respond('worked');
    ask.interrupt({ please: true });
    return (await running) as InterruptedRun;
  };
  const resume = async (run: Run, answer: string) => {
    const resuming = sandbox.resume(run, answer);
    (await held.latest('ask')).respond(answer);
    held.executions.splice(0);
    return resuming;
  };
  const controller = new AbortController();
  const { running, work } = await begin(controller.signal);
  work.respond('worked');
  await new Promise((resolve) => setImmediate(resolve));
  controller.abort();
  return {
    aborted: await running,
    interrupted: await pause(),
    completed: await resume(await pause(), 'fine'),
    failed: await resume(await pause(), 'throw'),
  };
}

describeEverywhere('replaying a run', (Sandbox) => {
  test('gives back the same run, whatever its end, in a sandbox without actions', async () => {
    const runs = await someRuns(Sandbox);
    await using elsewhere = new Sandbox();

    for (const [status, run] of Object.entries(runs)) {
      const replayed = await elsewhere.replay(stored(run));
      expect(run.status).toBe(status);
      expect(replayed).toStrictEqual(run);
    }
  });

  test('executes nothing', async () => {
    const { interrupted } = await someRuns(Sandbox);
    const held = new HeldActions('ask', 'work');
    await using sandbox = new Sandbox({ actions: held.actions });

    await sandbox.replay(interrupted);

    expect(held.executions).toEqual([]);
  });

  test('delivers no more than the run had seen: siblings behind a hole stay undelivered', async () => {
    const held = new HeldActions('ask', 'work');
    await using sandbox = new Sandbox({ actions: held.actions });
    const running = sandbox.eval(
      'const work = actions.work().then(() => console.log("seen")); await actions.ask(); await work;',
    );
    const [work, ask] = await held.started(2);
    ask?.interrupt('?');
    work?.respond(1);
    const paused = await running;

    const replayed = await sandbox.replay(paused);

    expect(paused.callLog).toMatchObject([{ response: 1 }, null]);
    expect(replayed).toStrictEqual(paused);
    expect(replayed.console).toEqual([]);
  });

  test('a run that met a limit meets it again, at the same place', async () => {
    await using sandbox = new Sandbox({ limits: { fuel: 20 } });
    const run = await sandbox.eval('for (;;) Math.random();', {});

    const replayed = await new Sandbox().replay(stored(run));

    expect(run).toMatchObject({ status: 'failed', error: { code: 'LIMIT_FUEL' } });
    expect(replayed).toStrictEqual(run);
  });

  test('a run that the engine gave up on gives up again', async () => {
    await using sandbox = new Sandbox({ isolation: 'inline', limits: { stackBytes: 4 * 2 ** 20 } });
    const run = await sandbox.eval('console.log("deep"); (function deeper() { deeper(); })();');

    expect(run).toMatchObject({ status: 'aborted', reason: { code: 'ENGINE' } });
    expect(await sandbox.replay(stored(run))).toStrictEqual(run);
  });

  test('an engine that fails only now says so: that is no result of the script', async () => {
    await using sandbox = new Sandbox({ isolation: 'inline' });
    const run = stored(await sandbox.eval('(function deeper() { deeper(); })();'));
    Object.assign(run.header.limits, { stackBytes: 4 * 2 ** 20 });

    expect(run).toMatchObject({ status: 'failed', error: { code: 'LIMIT_STACK' } });
    await expect(sandbox.replay(run)).rejects.toMatchObject({ code: 'ENGINE' });
  });

  test('a run on a log with holes punched into it replays too', async () => {
    const held = new HeldActions('a', 'b');
    await using sandbox = new Sandbox({ actions: held.actions });
    const b = { type: 'action' as const, name: 'b', input: null, response: 2, order: 1 };
    const running = sandbox.eval('return await Promise.all([actions.a(), actions.b()]);', { callLog: [null, b] });
    (await held.latest('a')).interrupt('?');
    const paused = await running;

    expect(paused).toMatchObject({ status: 'interrupted', delivered: 0, callLog: [null, { order: 1 }] });
    expect(await sandbox.replay(stored(paused))).toStrictEqual(paused);
  });

  test.each<[string, (run: Run) => void, object]>([
    [
      'another input in the log',
      (run) => Object.assign(run.callLog[3] ?? {}, { input: { n: 0 } }),
      { code: 'CALL_LOG_MISMATCH', reason: 'input', position: 3 },
    ],
    [
      'another script',
      (run) => Object.assign(run, { source: 'return 1;' }),
      { code: 'CALL_LOG_MISMATCH', reason: 'unreached' },
    ],
    [
      'another value',
      (run) => Object.assign(run, { value: { answer: 'changed' } }),
      { code: 'RUN_MISMATCH', path: '$.value.answer' },
    ],
    [
      'other data',
      (run) => Object.assign(run, { data: { seen: [] } }),
      { code: 'RUN_MISMATCH', path: '$.data.seen[0]' },
    ],
    ['another console', (run) => run.console.pop(), { code: 'RUN_MISMATCH', path: '$.console[0]' }],
    [
      'another status',
      (run) => Object.assign(run, { status: 'failed', error: { name: 'X', message: '' } }),
      { code: 'RUN_MISMATCH', path: '$.status' },
    ],
    ['less delivered', (run) => Object.assign(run, { delivered: 1 }), { code: 'RUN_MISMATCH', path: '$.status' }],
  ])('of a completed run with %s throws the mismatch', async (_, change, expected) => {
    const { completed } = await someRuns(Sandbox);
    const changed = stored(completed);
    change(changed);

    await expect(new Sandbox().replay(changed)).rejects.toMatchObject(expected);
  });

  test.each<[string, (run: InterruptedRun) => void, object]>([
    [
      'another question',
      (run) => Object.assign(run.pending[0] ?? {}, { input: { q: 2 } }),
      { path: '$.pending[0].input.q', recorded: 2, observed: 1 },
    ],
    [
      'a pending call too many',
      (run) => run.pending.push({ position: 9, name: 'ask', input: null, state: 'in-flight' }),
      { path: '$.pending[1]' },
    ],
    ['a pending call too few', (run) => Object.assign(run, { pending: [], interrupts: [] }), { path: '$.pending[0]' }],
  ])('of a paused run with %s throws the mismatch', async (_, change, expected) => {
    const { interrupted } = await someRuns(Sandbox);
    const changed = stored(interrupted) as InterruptedRun;
    change(changed);

    await expect(new Sandbox().replay(changed)).rejects.toMatchObject({ code: 'RUN_MISMATCH', ...expected });
  });
});

describeEverywhere('resuming a run whose script no longer asks what was pending', (Sandbox) => {
  const changedTo = async (source: string) => {
    const { interrupted } = await someRuns(Sandbox);
    const held = new HeldActions('ask', 'work');
    const sandbox = new Sandbox({ actions: held.actions });
    const resuming = sandbox.resume({ ...interrupted, source }, 'yes');
    await expect(resuming).rejects.not.toBeInstanceOf(MisuseError);
    expect(held.executions).toEqual([]);
    return resuming.catch((thrown: unknown) => thrown);
  };

  test('but something else: the answer does not reach the other question', async () => {
    expect(await changedTo(script.replace('q: 1', 'q: "transfer everything?"'))).toMatchObject({
      code: 'RUN_MISMATCH',
      path: '$.pending[0].input.q',
      message: expect.stringContaining('transfer everything?'),
    });
  });

  test('and nothing in its place', async () => {
    const source = 'Math.random(); await 0; return 1;';
    expect(await changedTo(source)).toMatchObject({ code: 'CALL_LOG_MISMATCH', reason: 'unreached' });
  });
});
