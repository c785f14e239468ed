import { expect, test } from 'vitest';
import type { Journal } from './journal.ts';
import type { AbortedRun } from './run.ts';
import { describeEverywhere } from './testing/everywhere.ts';
import { HeldActions, stored } from './testing/held-actions.ts';

describeEverywhere('a signal', (Sandbox) => {
  test('ends the run as aborted, and the signals of its calls fire', async () => {
    const held = new HeldActions('work');
    await using sandbox = new Sandbox({ actions: held.actions, graceMs: 5 });
    const controller = new AbortController();

    const running = sandbox.eval('return await actions.work();', { signal: controller.signal });
    const work = await held.latest('work');
    controller.abort(new Error('enough'));
    const run = await running;

    expect(work.context.signal.aborted).toBe(true);
    expect(run).toMatchObject({
      status: 'aborted',
      reason: { code: 'SIGNAL', message: expect.stringContaining('enough') },
      pending: [{ position: 0, state: 'in-flight' }],
    });
  });

  test('what an action still brings within the grace period is recorded; its giving up is not', async () => {
    const held = new HeldActions('brings', 'gives');
    await using sandbox = new Sandbox({ actions: held.actions, graceMs: 10_000 });
    const controller = new AbortController();

    const running = sandbox.eval('return await Promise.all([actions.brings(), actions.gives()]);', {
      signal: controller.signal,
    });
    const [brings, gives] = await held.started(2);
    gives?.context.signal.addEventListener('abort', () => gives.fail(gives.context.signal.reason));
    brings?.context.signal.addEventListener('abort', () => brings.respond('just made it'));
    controller.abort();
    const run = await running;

    expect(run).toMatchObject({
      status: 'aborted',
      delivered: 0,
      callLog: [{ name: 'brings', response: 'just made it', order: 0 }, null],
      pending: [{ position: 1, state: 'in-flight' }],
    });
  });

  test('that was aborted beforehand starts no action', async () => {
    const held = new HeldActions('work');
    await using sandbox = new Sandbox({ actions: held.actions });

    const run = await sandbox.eval('return await actions.work();', { signal: AbortSignal.abort() });

    expect(run).toMatchObject({ status: 'aborted', pending: [{ position: 0, state: 'not-started' }] });
    expect(held.executions).toEqual([]);
  });

  test('an aborted run goes on from its log: what is recorded is served, what was in flight is executed again', async () => {
    const held = new HeldActions('first', 'second');
    await using sandbox = new Sandbox({ actions: held.actions, graceMs: 0 });
    const controller = new AbortController();
    const running = sandbox.eval('return [await actions.first(), await actions.second()];', {
      signal: controller.signal,
      runId: 'r',
    });
    (await held.latest('first')).respond(1);
    await held.latest('second');
    controller.abort();
    const aborted = stored(await running);

    const resuming = sandbox.answer(aborted, {});
    const again = await held.latest('second', 2);
    again.respond(2);

    expect(await resuming).toMatchObject({ status: 'completed', value: [1, 2] });
    expect(again.context.idempotencyKey).toBe('r:1');
    expect(held.executions.map(({ name }) => name)).toEqual(['first', 'second', 'second']);
  });

  test('does not keep a listener once the run has ended', async () => {
    await using sandbox = new Sandbox();
    const controller = new AbortController();
    const { signal } = controller;
    const listeners = new Set<unknown>();
    const watched = {
      aborted: signal.aborted,
      addEventListener: (_: string, listener: unknown) => listeners.add(listener),
      removeEventListener: (_: string, listener: unknown) => listeners.delete(listener),
    };

    await sandbox.eval('return 1;', { signal: watched as unknown as AbortSignal });

    expect(listeners.size).toBe(0);
  });

  test('while a pause waits for its siblings cuts the wait short', async () => {
    const held = new HeldActions('ask', 'work');
    await using sandbox = new Sandbox({ actions: held.actions, settleMs: 600_000, graceMs: 0 });
    const controller = new AbortController();

    const running = sandbox.eval('return await Promise.all([actions.ask(), actions.work()]);', {
      signal: controller.signal,
    });
    const [ask] = await held.started(2);
    ask?.interrupt('?');
    await Promise.resolve();
    controller.abort();
    const aborted = await running;
    const resuming = sandbox.resume(aborted, 'yes');
    const [, , askAgain, workAgain] = await held.started(4);
    askAgain?.respond(1);
    workAgain?.respond(2);

    expect(aborted).toMatchObject({ status: 'aborted', pending: [{ state: 'interrupted' }, { state: 'in-flight' }] });
    expect(await resuming).toMatchObject({ status: 'completed', value: [1, 2] });
  });
});

describeEverywhere('closing a sandbox', (Sandbox) => {
  test('aborts its runs, waits for them, and refuses new ones', async () => {
    const held = new HeldActions('work');
    const sandbox = new Sandbox({ actions: held.actions, graceMs: 0 });
    const running = sandbox.eval('return await actions.work();');
    await held.latest('work');

    await sandbox.close();

    expect(await running).toMatchObject({ status: 'aborted', reason: { code: 'CLOSED' } });
    await expect(sandbox.eval('return 1;')).rejects.toMatchObject({ code: 'CLOSED' });
    await expect(sandbox.replay(await running)).rejects.toMatchObject({ code: 'CLOSED' });
    await sandbox.close();
  });

  test('a call that never settles holds its own run only', async () => {
    const held = new HeldActions('never', 'work');
    await using sandbox = new Sandbox({ actions: held.actions, graceMs: 0 });
    const stuck = sandbox.eval('return await actions.never();');
    await held.latest('never');

    const running = sandbox.eval('return await actions.work();');
    (await held.latest('work')).respond('fine');

    expect(await running).toMatchObject({ status: 'completed', value: 'fine' });
    await sandbox.close();
    expect(await stuck).toMatchObject({ status: 'aborted' });
  });
});

describeEverywhere('the end of a script with calls in flight', (Sandbox) => {
  test('waits for them, records what they bring, and names them', async () => {
    const held = new HeldActions('slow', 'fast');
    await using sandbox = new Sandbox({ actions: held.actions });

    const running = sandbox.eval('return await Promise.race([actions.slow(), actions.fast()]);');
    const [slow, fast] = await held.started(2);
    fast?.respond('fast');
    slow?.respond('slow');
    const run = await running;

    expect(run).toMatchObject({
      status: 'completed',
      value: 'fast',
      delivered: 1,
      callLog: [
        { response: 'slow', order: 1 },
        { response: 'fast', order: 0 },
      ],
      warnings: [{ code: 'left-in-flight', position: 0 }],
      pending: [],
    });
    expect(await sandbox.replay(run)).toEqual(run);
  });

  test('fires their signals after endSettleMs', async () => {
    const held = new HeldActions('never');
    await using sandbox = new Sandbox({ actions: held.actions, endSettleMs: 0, graceMs: 0 });

    const run = await sandbox.eval('actions.never(); return 1;');

    expect(held.executions[0]?.context.signal.aborted).toBe(true);
    expect(run).toMatchObject({ status: 'completed', pending: [{ state: 'in-flight' }] });
  });

  test('names only the call that was not awaited', async () => {
    const held = new HeldActions('a', 'b', 'c');
    await using sandbox = new Sandbox({ actions: held.actions });

    const running = sandbox.eval('void actions.c(); await actions.a(); return actions.b();');
    (await held.latest('a')).respond(1);
    (await held.latest('b')).respond(2);
    (await held.latest('c')).respond(3);
    const run = await running;

    expect(run.warnings.filter(({ code }) => code === 'left-in-flight').map(({ position }) => position)).toEqual([0]);
  });

  test('a signal then only cuts the wait short: the result stays', async () => {
    const held = new HeldActions('never');
    await using sandbox = new Sandbox({ actions: held.actions, endSettleMs: 600_000, graceMs: 0 });
    const controller = new AbortController();

    const running = sandbox.eval('actions.never(); return 1;', { signal: controller.signal });
    await held.latest('never');
    controller.abort();

    expect(await running).toMatchObject({ status: 'completed', value: 1 });
  });
});

describeEverywhere('what fails around a script', (Sandbox) => {
  test('the engine: aborted, with what has settled', async () => {
    const held = new HeldActions('work');
    await using sandbox = new Sandbox({
      isolation: 'inline',
      actions: held.actions,
      limits: { stackBytes: 4 * 2 ** 20 },
    });

    const running = sandbox.eval('await actions.work(); (function deeper() { deeper(); })();');
    (await held.latest('work')).respond(1);
    const run = (await running) as AbortedRun;

    expect(run).toMatchObject({ status: 'aborted', reason: { code: 'ENGINE' }, callLog: [{ response: 1 }] });
  });

  test('the engine, with a call in flight: what it brings is recorded', async () => {
    const held = new HeldActions('work', 'other');
    await using sandbox = new Sandbox({
      isolation: 'inline',
      actions: held.actions,
      limits: { stackBytes: 4 * 2 ** 20 },
    });

    const running = sandbox.eval('actions.other(); await actions.work(); (function deeper() { deeper(); })();');
    const [other, work] = await held.started(2);
    other?.context.signal.addEventListener('abort', () => other.respond('kept'));
    work?.respond(1);
    const run = await running;

    expect(run).toMatchObject({
      status: 'aborted',
      callLog: [
        { response: 'kept', order: 1 },
        { response: 1, order: 0 },
      ],
      pending: [],
    });
  });

  test('the observer: aborted between turns, whether it throws or rejects', async () => {
    const held = new HeldActions('work');
    await using sandbox = new Sandbox({ actions: held.actions, graceMs: 0 });

    const throwing = await sandbox.eval('return 1;', {
      onTurn: () => {
        throw new Error('my bug');
      },
    });
    const rejecting = await sandbox.eval('return await actions.work();', {
      onTurn: (async () => {
        throw new Error('my late bug');
      }) as () => void,
    });

    expect(throwing).toMatchObject({ status: 'aborted', reason: { code: 'OBSERVER' } });
    expect(rejecting).toMatchObject({ status: 'aborted', reason: { message: expect.stringContaining('my late bug') } });
  });

  test('a script that can never go on is stuck, at once', async () => {
    await using sandbox = new Sandbox();

    const run = await sandbox.eval('await new Promise(() => {});');

    expect(run).toMatchObject({ status: 'failed', error: { code: 'STUCK' } });
  });

  test('a divergence with a call in flight: its signal fires, and what it brings is in the error', async () => {
    const held = new HeldActions('a', 'b');
    await using sandbox = new Sandbox({ actions: held.actions });
    const callLog = [null, null, { type: 'action' as const, name: 'other', input: null, response: 1, order: 1 }];

    const running = sandbox.eval('actions.b(); await actions.a(); return actions.a();', { callLog });
    const [b, a] = await held.started(2);
    b?.context.signal.addEventListener('abort', () => b.respond('kept'));
    a?.respond('A');

    await expect(running).rejects.toMatchObject({
      code: 'CALL_LOG_MISMATCH',
      reason: 'name',
      callLog: [{ response: 'kept', order: 2 }, { response: 'A', order: 0 }, { name: 'other' }],
    });
  });
});

describeEverywhere('a journal that fails', (Sandbox) => {
  const failingAt = (appends: number): Journal & { appended: unknown[] } => {
    const appended: unknown[] = [];
    const append = async (records: readonly unknown[]) => {
      if (appended.length >= appends) throw new Error('disk full');
      appended.push(records);
    };
    return { append, appended };
  };

  test.each([0, 1, 2, 3, 4])(
    'after %i appends: aborted, nothing that has settled is lost, and it goes on',
    async (appends) => {
      const held = new HeldActions('a', 'b');
      await using sandbox = new Sandbox({ actions: held.actions, graceMs: 10_000 });
      void held.latest('a').then((a) => a.respond('A'));
      void held.latest('b').then((b) => b.respond('B'));

      const run = await sandbox.eval('return [await actions.a(), await actions.b()];', { journal: failingAt(appends) });
      const settled = held.executions.map(({ name }) => name);
      const recorded = run.callLog.flatMap((entry) => (entry?.type === 'action' ? [entry.name] : []));
      void held.latest('a', settled.includes('a') ? 2 : 1).then((a) => a.respond('A'));
      void held.latest('b', settled.includes('b') ? 2 : 1).then((b) => b.respond('B'));
      const completed = await sandbox.answer(stored(run), {});

      expect(run).toMatchObject({ status: 'aborted', reason: { code: 'JOURNAL', message: 'disk full' } });
      expect(recorded).toEqual(settled);
      expect(completed).toMatchObject({ status: 'completed', value: ['A', 'B'] });
    },
  );

  test('one that never answers holds its own run until it is aborted', async () => {
    await using sandbox = new Sandbox({ graceMs: 0 });
    const controller = new AbortController();

    const running = sandbox.eval('return 1;', {
      journal: { append: () => new Promise(() => {}) },
      signal: controller.signal,
    });
    controller.abort();

    expect(await running).toMatchObject({ status: 'aborted' });
  });
});
