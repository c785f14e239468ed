import { expect, test } from 'vitest';
import { defineAction } from './action.ts';
import { ActionInterrupt } from './interrupt.ts';
import type { InterruptedRun, Run } from './run.ts';
import { describeEverywhere } from './testing/everywhere.ts';
import { HeldActions, stored } from './testing/held-actions.ts';

/** Asks whenever its input says so and nobody has answered; counts how often it has brought about its effect. */
function countedActions() {
  const effects = new Map<string, number>();
  const executions: string[] = [];
  const work = defineAction({
    name: 'work',
    execute(input: { i: number; asks?: boolean }, context) {
      executions.push(context.idempotencyKey);
      if (input.asks && context.answer === undefined) throw new ActionInterrupt({ i: input.i });
      effects.set(context.idempotencyKey, (effects.get(context.idempotencyKey) ?? 0) + 1);
      return input.asks ? context.answer : input.i;
    },
  });
  return { work, effects, executions };
}

describeEverywhere('a resume of a resume of a resume', (Sandbox) => {
  test('serves what happened and asks on', async () => {
    const { work, effects } = countedActions();
    const script =
      'const seen = []; for (let i = 0; i < 4; i++) seen.push(await actions.work({ i, asks: true })); return seen;';
    let run: Run = await new Sandbox({ actions: [work] }).eval(script, { runId: 'r' });

    for (let answer = 0; answer < 4; answer++) {
      await using elsewhere = new Sandbox({ actions: [work] });
      run = await elsewhere.resume(stored(run), answer * 10);
    }

    expect(run).toMatchObject({ status: 'completed', value: [0, 10, 20, 30] });
    expect([...effects]).toEqual([
      ['r:0', 1],
      ['r:1', 1],
      ['r:2', 1],
      ['r:3', 1],
    ]);
  });

  test('fifty calls at once, twenty of them asking, answered one by one: each effect happens once', async () => {
    const { work, effects, executions } = countedActions();
    const script =
      'return await Promise.all(Array.from({ length: 50 }, (_, i) => actions.work({ i, asks: i % 5 < 2 })));';
    await using sandbox = new Sandbox({ actions: [work] });

    let run: Run = await sandbox.eval(script, { runId: 'r' });
    const asked = (run as InterruptedRun).interrupts.map(({ position }) => position);
    for (const position of asked) run = await sandbox.resume(stored(run), `answer ${position}`, { at: position });

    expect(asked).toHaveLength(20);
    expect(run).toMatchObject({
      status: 'completed',
      value: Array.from({ length: 50 }, (_, i) => (i % 5 < 2 ? `answer ${i}` : i)),
    });
    expect([...effects.values()].every((count) => count === 1)).toBe(true);
    expect(effects.size).toBe(50);
    expect(executions).toHaveLength(70);
  });
});

describeEverywhere('a run is a value', (Sandbox) => {
  test('resuming it does not change it', async () => {
    const { work } = countedActions();
    await using sandbox = new Sandbox({ actions: [work] });
    const paused = await sandbox.eval('data.n = 1; return await actions.work({ i: 1, asks: true });');
    const before = stored(paused);

    await sandbox.resume(paused, 'yes');

    expect(paused).toEqual(before);
  });

  test('resumed twice at once, each attempt is consistent in itself and has the same keys', async () => {
    const { work, executions } = countedActions();
    await using sandbox = new Sandbox({ actions: [work] });
    const paused = await sandbox.eval(
      'return [await actions.work({ i: 1, asks: true }), await actions.work({ i: 2 })];',
      {
        runId: 'r',
      },
    );

    const [one, other] = await Promise.all([sandbox.resume(paused, 'x'), sandbox.resume(paused, 'y')]);

    expect(one).toMatchObject({ status: 'completed', value: ['x', 2] });
    expect(other).toMatchObject({ status: 'completed', value: ['y', 2] });
    expect(executions.toSorted()).toEqual(['r:0', 'r:0', 'r:0', 'r:1', 'r:1']);
  });

  test('is JSON: its text gives back an equal one', async () => {
    const held = new HeldActions('ask');
    await using sandbox = new Sandbox({ actions: held.actions });
    const running = sandbox.eval('console.log(1); data.x = [1]; void actions.ask(); return await actions.ask();');
    (await held.started(2))[1]?.interrupt({ deep: [null] });
    held.executions[0]?.respond(undefined);
    const paused = await running;

    expect(stored(paused)).toStrictEqual(paused);
  });
});

describeEverywhere('actions that come and go', (Sandbox) => {
  test('one that was added later is not seen by a run under way', async () => {
    const script = 'await actions.ask(); return Object.keys(actions);';
    const held = new HeldActions('ask');
    const running = new Sandbox({ actions: held.actions }).eval(script);
    (await held.latest('ask')).interrupt('?');
    const later = new HeldActions('ask', 'added');
    await using sandbox = new Sandbox({ actions: later.actions });

    const resuming = sandbox.resume(await running, 1);
    (await later.latest('ask')).respond(1);
    const completed = await resuming;

    expect(completed).toMatchObject({ status: 'completed', value: ['ask'], header: { actions: ['ask'] } });
  });

  test('a later call of one that is gone fails inside the script', async () => {
    const held = new HeldActions('ask', 'gone');
    const running = new Sandbox({ actions: held.actions }).eval(
      'await actions.ask(); try { await actions.gone(); } catch (e) { return [e.name, e.code]; }',
    );
    (await held.latest('ask')).interrupt('?');
    const later = new HeldActions('ask');
    await using sandbox = new Sandbox({ actions: later.actions });

    const resuming = sandbox.resume(await running, 1);
    (await later.latest('ask')).respond(1);

    expect(await resuming).toMatchObject({ status: 'completed', value: ['UnknownAction', 'UNKNOWN_ACTION'] });
  });

  test('a run that has called one that is gone is refused before anything runs, with names and positions', async () => {
    const held = new HeldActions('gone', 'ask');
    const running = new Sandbox({ actions: held.actions }).eval('await actions.gone(); return actions.ask();');
    (await held.latest('gone')).respond(1);
    (await held.latest('ask')).interrupt('?');
    const later = new HeldActions('ask');
    await using sandbox = new Sandbox({ actions: later.actions });

    const resuming = sandbox.resume(await running, 1);

    await expect(resuming).rejects.toMatchObject({
      name: 'MisuseError',
      code: 'UNKNOWN_ACTION',
      message: expect.stringContaining('gone (position 0)'),
    });
    expect(later.executions).toEqual([]);
  });
});

describeEverywhere('a bare log', (Sandbox) => {
  test('is served, and its holes are executed with their answers', async () => {
    const { work, executions } = countedActions();
    await using sandbox = new Sandbox({ actions: [work] });

    const run = await sandbox.eval('return [await actions.work({ i: 0 }), await actions.work({ i: 1, asks: true })];', {
      callLog: [{ type: 'action', name: 'work', input: { i: 0 }, response: 'recorded' }, null],
      answers: { 1: { answer: 'yes' } },
      runId: 'r',
      startedAt: 5,
    });

    expect(run).toMatchObject({ status: 'completed', value: ['recorded', 'yes'], runId: 'r', startedAt: 5 });
    expect(run.callLog).toMatchObject([{ order: 0 }, { order: 1 }]);
    expect(executions).toEqual(['r:1']);
  });

  test('takes rejections, also of calls that are made only later', async () => {
    const { work, executions } = countedActions();
    await using sandbox = new Sandbox({ actions: [work] });

    const run = await sandbox.eval(
      'const a = await actions.work({ i: 0 }); try { await actions.work({ i: 1 }); } catch (e) { return [a, e.data]; }',
      { callLog: [], answers: { 1: { reject: 'no' } }, runId: 'r' },
    );

    expect(run).toMatchObject({ status: 'completed', value: [0, 'no'], warnings: [] });
    expect(executions).toEqual(['r:0']);
  });

  test('that the script does not follow is a mismatch, and nothing is executed', async () => {
    const { work, executions } = countedActions();
    await using sandbox = new Sandbox({ actions: [work] });

    const running = sandbox.eval('return await actions.work({ i: 2 });', {
      callLog: [{ type: 'action', name: 'work', input: { i: 1 }, response: null }],
    });

    await expect(running).rejects.toMatchObject({ code: 'CALL_LOG_MISMATCH', reason: 'input', position: 0 });
    expect(executions).toEqual([]);
  });
});

describeEverywhere('answers that are not used', (Sandbox) => {
  test('because the race was lost already: a warning, and the action is not executed', async () => {
    const held = new HeldActions('ask', 'work');
    await using sandbox = new Sandbox({ actions: held.actions });
    const running = sandbox.eval('return await Promise.race([actions.ask(), actions.work()]);');
    const [ask, work] = await held.started(2);
    ask?.interrupt('?');
    work?.respond('faster');
    const paused = await running;

    const completed = await sandbox.resume(paused, true);

    expect(completed).toMatchObject({
      status: 'completed',
      value: 'faster',
      warnings: [{ code: 'answer-unused', position: 0 }],
      pending: [{ position: 0, state: 'interrupted', payload: '?' }],
    });
    expect(held.executions).toHaveLength(2);
  });

  test('because the call is never made: a warning', async () => {
    await using sandbox = new Sandbox({ actions: new HeldActions('ask').actions });

    const run = await sandbox.eval('return 1;', { callLog: [], answers: { 0: { answer: 1 } } });

    expect(run).toMatchObject({ status: 'completed', warnings: [{ code: 'answer-unused', position: 0 }] });
  });
});
