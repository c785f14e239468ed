import { describe, expect, test } from 'vitest';
import { type Action, defineAction } from '../action.ts';
import type { SandboxOptions } from '../options.ts';
import { Sandbox } from '../sandbox.ts';
import { HeldActions, stored } from '../testing/held-actions.ts';
import { keepThreads } from '../testing/warm-threads.ts';
import { leasePool } from './shared-pool.ts';
import type { ErrandEnd } from './thread.ts';

/** Runs for minutes in native code, without ever asking whether it may. */
const hang = 'Array.prototype.lastIndexOf.call({ length: 2 ** 53 - 1 }, 1);';

const identity = { runId: 'r', startedAt: 1 };

keepThreads({ threads: 1 });

function oneThread(actions: readonly Action[], options: SandboxOptions = {}): Sandbox {
  return new Sandbox({ actions, threads: 1, graceMs: 50, ...options, limits: { wallMs: 300, ...options.limits } });
}

const echo = defineAction({ name: 'echo', execute: (input: unknown) => input });

describe('a script that hangs in native code', () => {
  test('is stopped, and another one on its thread ends as if nothing had happened', async () => {
    const held = new HeldActions('work');
    await using sandbox = oneThread([echo, ...held.actions]);
    const script = `
      console.log('begins', Math.random() < 2, Date.now() > 0);
      const first = await actions.work(1);
      const rest = await Promise.all([actions.work(2), actions.echo({ first }), actions.work(3)]);
      return [first, ...rest];`;
    const other = sandbox.eval(script, identity);
    const [one] = await held.started(1);
    one?.respond('one');
    const [, two, three] = await held.started(3);

    const hanging = sandbox.eval(`data.seen = true; await actions.echo(1); ${hang}`);
    two?.respond('two');
    const stopped = await hanging;
    three?.respond('three');
    const run = await other;

    expect(stopped).toMatchObject({
      status: 'aborted',
      reason: { code: 'LIMIT_WALL', limit: { name: 'wallMs', value: 300 } },
      delivered: 0,
      callLog: [{ name: 'echo', response: 1, order: 0 }],
    });
    expect(run).toMatchObject({ status: 'completed', value: ['one', 'two', { first: 'one' }, 'three'] });
    expect(run.console).toEqual([{ level: 'log', text: 'begins true true' }]);
    expect(held.executions).toHaveLength(3);
    expect(await sandbox.replay(stored(run))).toEqual(run);
    expect(await sandbox.replay(stored(stopped))).toEqual(stopped);
  });

  test('leaves a run that can be resumed, with what had settled', async () => {
    const held = new HeldActions('work');
    await using sandbox = oneThread(held.actions, { graceMs: 5_000 });
    const running = sandbox.eval(`await Promise.race([actions.work(1), actions.work(2)]); ${hang}`);
    const [one, two] = await held.started(2);
    one?.respond('one');
    await new Promise<void>((resolve) => two?.context.signal.addEventListener('abort', () => resolve()));
    two?.respond('two');

    const run = await running;
    const again = await sandbox.answer(stored(run), {});

    expect(run).toMatchObject({
      status: 'aborted',
      reason: { code: 'LIMIT_WALL' },
      delivered: 0,
      callLog: [
        { response: 'one', order: 0 },
        { response: 'two', order: 1 },
      ],
      pending: [],
    });
    expect(again).toMatchObject({ status: 'aborted', reason: { code: 'LIMIT_WALL' }, callLog: run.callLog });
    expect(held.executions).toHaveLength(2);
    expect(await sandbox.replay(stored(run))).toEqual(run);
  });

  test('in its first turn has done nothing', async () => {
    await using sandbox = oneThread([echo]);

    const run = await sandbox.eval(`console.log(1); actions.echo(1); ${hang}`, identity);

    expect(run).toMatchObject({
      status: 'aborted',
      reason: { code: 'LIMIT_WALL', turns: 0 },
      callLog: [],
      console: [],
    });
    expect(await sandbox.replay(stored(run))).toEqual(run);
  });

  test('while its data is read is stopped as well', async () => {
    const asks = defineAction({
      name: 'asks',
      execute: (_: unknown, context) => context.answer ?? context.interrupt('?'),
    });
    await using sandbox = oneThread([asks]);

    const run = await sandbox.eval(
      `Object.defineProperty(data, 'x', { enumerable: true, get() { ${hang} } }); return actions.asks();`,
    );

    expect(run).toMatchObject({
      status: 'aborted',
      reason: { code: 'LIMIT_WALL' },
      pending: [{ state: 'interrupted', payload: '?' }],
    });
  });

  test('does not outlive its signal, nor its sandbox', async () => {
    await using sandbox = oneThread([], { limits: { wallMs: 600_000 } });
    const controller = new AbortController();
    const signalled = sandbox.eval(hang, { signal: controller.signal });
    setTimeout(() => controller.abort('enough'), 100);

    expect(await signalled).toMatchObject({ status: 'aborted', reason: { code: 'SIGNAL' } });

    const closed = sandbox.eval(hang);
    setTimeout(() => void sandbox.close(), 100);

    expect(await closed).toMatchObject({ status: 'aborted', reason: { code: 'CLOSED' } });
  });
});

test('a replay that hangs is stopped, by its limit or with its sandbox', async () => {
  await using sandbox = oneThread([]);
  const run = await sandbox.eval('return 1');
  const closing = new Sandbox({ threads: 1 });
  const patient = { ...run.header.limits, wallMs: 600_000 };
  const hanging = closing.replay({ ...run, source: hang, header: { ...run.header, limits: patient } });
  setTimeout(() => void closing.close(), 50);

  await expect(hanging).rejects.toMatchObject({ name: 'MisuseError', code: 'CLOSED' });
  await expect(sandbox.replay({ ...run, source: hang })).rejects.toMatchObject({ name: 'EngineError' });
});

test('a thread that crashes is the fault of what it was doing, and nobody else notices', async () => {
  const held = new HeldActions('work');
  await using sandbox = oneThread(held.actions, { queueMax: 5 });
  const { pool, release } = await leasePool({ threads: 1, queueMax: 5 });
  const other = sandbox.eval('return [await actions.work(1), await actions.work(2)]');
  const [one] = await held.started(1);

  const crashed = await new Promise<ErrandEnd>((ended) =>
    pool.threads[0]?.post({ id: pool.newId(), attempt: 0, text: 'no errand', wallMs: 1_000, ended }),
  );
  one?.respond('one');
  const [, two] = await held.started(2);
  two?.respond('two');

  expect(crashed).toMatchObject({ type: 'lost', blame: { code: 'ENGINE' } });
  expect(await other).toMatchObject({ status: 'completed', value: ['one', 'two'] });
  await release();
});

test('more runs than may wait are refused, and the others go on', async () => {
  await using sandbox = oneThread([echo], { queueMax: 2 });

  const runs = await Promise.allSettled(Array.from({ length: 6 }, (_, i) => sandbox.eval(`return actions.echo(${i})`)));

  const refused = runs.filter(({ status }) => status === 'rejected');
  expect(refused.length).toBeGreaterThan(0);
  for (const run of refused) expect(run).toMatchObject({ reason: { code: 'OVERLOADED' } });
  for (const run of runs.filter(({ status }) => status === 'fulfilled')) {
    expect(run).toMatchObject({ value: { status: 'completed' } });
  }
});

test('a run that is aborted while it waits for a thread has done nothing', async () => {
  await using sandbox = oneThread([echo], { limits: { wallMs: 400 } });
  const hanging = sandbox.eval(hang);
  await sandbox.eval('return 1', { signal: AbortSignal.timeout(20) });

  const run = await sandbox.eval('return 1', { signal: AbortSignal.abort('no') });

  expect(run).toMatchObject({ status: 'aborted', reason: { code: 'SIGNAL', turns: 0 }, callLog: [] });
  expect(await hanging).toMatchObject({ reason: { code: 'LIMIT_WALL' } });
  expect(await sandbox.replay(run)).toEqual(run);
});
