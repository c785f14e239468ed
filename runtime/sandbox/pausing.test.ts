import { expect, test } from 'vitest';
import type { InterruptedRun } from './run.ts';
import type { Sandbox } from './sandbox.ts';
import { describeEverywhere } from './testing/everywhere.ts';
import { HeldActions, stored } from './testing/held-actions.ts';

const twoQuestions = 'return await Promise.all([actions.ask({ q: "a" }), actions.ask({ q: "b" })]);';

describeEverywhere('two questions at once', (Sandbox) => {
  const pauseAtBoth = async (sandbox: Sandbox, held: HeldActions): Promise<InterruptedRun> => {
    const running = sandbox.eval(twoQuestions, { runId: 'r' });
    const [first, second] = await held.started(2);
    first?.interrupt('a?');
    second?.interrupt('b?');
    return (await running) as InterruptedRun;
  };

  test('are both listed, by position', async () => {
    const held = new HeldActions('ask');
    await using sandbox = new Sandbox({ actions: held.actions });

    const paused = await pauseAtBoth(sandbox, held);

    expect(paused.interrupts).toEqual([
      { position: 0, name: 'ask', input: { q: 'a' }, payload: 'a?' },
      { position: 1, name: 'ask', input: { q: 'b' }, payload: 'b?' },
    ]);
    expect(paused.pending.map(({ state }) => state)).toEqual(['interrupted', 'interrupted']);
    expect(paused.callLog).toEqual([null, null]);
  });

  test.each([
    [0, 1],
    [1, 0],
  ])('answered one at a time, %i before %i, each answer arrives at its own question', async (earlier, later) => {
    const held = new HeldActions('ask');
    await using sandbox = new Sandbox({ actions: held.actions });
    const paused = await pauseAtBoth(sandbox, held);

    const answering = sandbox.answer(stored(paused), { [earlier]: { answer: `answer ${earlier}` } });
    const third = await held.latest('ask', 3);
    third.respond(third.context.answer);
    const halfway = stored(await answering) as InterruptedRun;
    const finishing = sandbox.resume(halfway, `answer ${later}`);
    const fourth = await held.latest('ask', 4);
    fourth.respond(fourth.context.answer);
    const completed = await finishing;

    expect(halfway).toMatchObject({ status: 'interrupted', interrupts: [{ position: later }], delivered: 1 });
    expect(completed).toMatchObject({ status: 'completed', value: ['answer 0', 'answer 1'] });
    expect(held.executions.map(({ context }) => context.idempotencyKey)).toEqual([
      'r:0',
      'r:1',
      `r:${earlier}`,
      `r:${later}`,
    ]);
  });

  test('answered together, both are executed with their answers', async () => {
    const held = new HeldActions('ask');
    await using sandbox = new Sandbox({ actions: held.actions });
    const paused = await pauseAtBoth(sandbox, held);

    const answering = sandbox.answer(paused, { 1: { answer: 'B' }, 0: { answer: 'A' } });
    const [, , first, second] = await held.started(4);
    second?.respond(second.context.answer);
    first?.respond(first.context.answer);
    const completed = await answering;

    expect(completed).toMatchObject({ status: 'completed', value: ['A', 'B'] });
    expect(completed.callLog).toMatchObject([{ order: 1 }, { order: 0 }]);
  });

  test('one answered and one rejected: the rejection settles first', async () => {
    const held = new HeldActions('ask');
    await using sandbox = new Sandbox({ actions: held.actions });
    const paused = await pauseAtBoth(sandbox, held);

    const answering = sandbox.answer(paused, { 0: { answer: 'A' }, 1: { reject: 'not by me' } });
    const completed = await answering;

    expect(completed).toMatchObject({
      status: 'failed',
      error: { name: 'ActionRejected', code: 'REJECTED', data: 'not by me' },
    });
    expect(completed.callLog).toMatchObject([null, { error: { code: 'REJECTED' }, order: 0 }]);
    expect(held.executions).toHaveLength(2);
  });
});

describeEverywhere('a pause with siblings in flight', (Sandbox) => {
  const script = 'const [a, b] = await Promise.all([actions.ask(), actions.work()]); return [a, b];';

  test('records what they bring behind the hole, and delivers it after the answer', async () => {
    const held = new HeldActions('ask', 'work');
    await using sandbox = new Sandbox({ actions: held.actions });

    const running = sandbox.eval(`${script.replace('return', 'console.log("both"); return')}`);
    const [ask, work] = await held.started(2);
    ask?.interrupt('?');
    work?.respond('done');
    const paused = stored(await running) as InterruptedRun;
    const resuming = sandbox.resume(paused, 1);
    const again = await held.latest('ask', 2);
    again.respond(again.context.answer);
    const completed = await resuming;

    expect(paused.callLog).toMatchObject([null, { name: 'work', response: 'done', order: 0 }]);
    expect(paused.delivered).toBe(0);
    expect(completed).toMatchObject({ status: 'completed', value: [1, 'done'], delivered: 2 });
    expect(held.executions.filter(({ name }) => name === 'work')).toHaveLength(1);
  });

  test('gives up on those that take longer than settleMs, and fires their signals', async () => {
    const held = new HeldActions('ask', 'work');
    await using sandbox = new Sandbox({ actions: held.actions, settleMs: 5, graceMs: 5 });

    const running = sandbox.eval(script);
    const [ask, work] = await held.started(2);
    ask?.interrupt('?');
    const paused = await running;

    expect(work?.context.signal.aborted).toBe(true);
    expect(paused.pending).toEqual([
      { position: 0, name: 'ask', input: null, state: 'interrupted', payload: '?' },
      { position: 1, name: 'work', input: null, state: 'in-flight' },
    ]);
    expect(paused.callLog).toEqual([null, null]);
  });

  test('executes again on resume what it gave up on, under the same key', async () => {
    const held = new HeldActions('ask', 'work');
    await using sandbox = new Sandbox({ actions: held.actions, settleMs: 0, graceMs: 0 });
    const running = sandbox.eval(script, { runId: 'r' });
    const [ask] = await held.started(2);
    ask?.interrupt('?');
    const paused = await running;

    const resuming = sandbox.resume(paused, 'yes');
    const [, , askAgain, workAgain] = await held.started(4);
    workAgain?.respond(2);
    askAgain?.respond(1);
    const completed = await resuming;

    expect(completed).toMatchObject({ status: 'completed', value: [1, 2] });
    expect(workAgain?.context.idempotencyKey).toBe('r:1');
    expect(workAgain?.context.answer).toBeUndefined();
  });

  test('does not run a line of the script between the pause and the answer', async () => {
    const held = new HeldActions('ask', 'work');
    await using sandbox = new Sandbox({ actions: held.actions });

    const running = sandbox.eval(
      'actions.work().finally(() => console.log("finally")); try { await actions.ask(); } finally { console.log("unwound"); }',
    );
    const [work, ask] = await held.started(2);
    ask?.interrupt('?');
    work?.respond(1);
    const paused = await running;

    expect(paused).toMatchObject({ status: 'interrupted', console: [] });
  });
});

describeEverywhere('onInterrupt: settle', (Sandbox) => {
  test('goes on until only questions are left, and collects them', async () => {
    const held = new HeldActions('ask', 'work', 'more');
    await using sandbox = new Sandbox({ actions: held.actions, onInterrupt: 'settle' });

    const running = sandbox.eval(
      'return await Promise.all([actions.ask({ q: 1 }), (async () => { await actions.work(); return actions.ask({ q: 2 }); })()]);',
    );
    const [first, work] = await held.started(2);
    first?.interrupt(1);
    work?.respond('done');
    (await held.latest('ask', 2)).interrupt(2);
    const paused = (await running) as InterruptedRun;

    expect(paused.interrupts.map(({ position, payload }) => [position, payload])).toEqual([
      [0, 1],
      [2, 2],
    ]);
    expect(paused.delivered).toBe(1);
  });

  test('completes without the person if another branch wins the race', async () => {
    const held = new HeldActions('ask', 'work');
    await using sandbox = new Sandbox({ actions: held.actions, onInterrupt: 'settle' });

    const running = sandbox.eval('return await Promise.race([actions.ask(), actions.work()]);');
    const [ask, work] = await held.started(2);
    ask?.interrupt('?');
    work?.respond('faster');
    const completed = await running;

    expect(completed).toMatchObject({
      status: 'completed',
      value: 'faster',
      pending: [{ position: 0, state: 'interrupted', payload: '?' }],
    });
  });

  test('a forgotten question does not keep the run from going on', async () => {
    const held = new HeldActions('ask', 'a', 'b', 'c', 'd');
    await using sandbox = new Sandbox({ actions: held.actions, onInterrupt: 'settle' });

    const running = sandbox.eval(
      'actions.ask(); const r = await Promise.all([actions.a(), actions.b(), actions.c()]); return actions.d({ r });',
    );
    const [ask, ...three] = await held.started(4);
    for (const [index, execution] of three.entries()) execution.respond(index);
    ask?.interrupt('?');
    const last = await held.latest('d');
    last.respond('end');
    const completed = await running;

    expect(last.input).toEqual({ r: [0, 1, 2] });
    expect(completed).toMatchObject({ status: 'completed', value: 'end', pending: [{ name: 'ask' }] });
  });
});

describeEverywhere('a question asked again', (Sandbox) => {
  test('pauses the run again, with the new question', async () => {
    const held = new HeldActions('ask');
    await using sandbox = new Sandbox({ actions: held.actions });
    const running = sandbox.eval('return await actions.ask();');
    (await held.latest('ask')).interrupt('first?');
    const first = await running;

    const resuming = sandbox.resume(first, 'unclear');
    (await held.latest('ask', 2)).interrupt('second?');
    const second = await resuming;

    expect(second).toMatchObject({ status: 'interrupted', interrupts: [{ position: 0, payload: 'second?' }] });
    expect(second.warnings).toEqual([]);
  });

  test('an answered failure before a pause does not keep the run from pausing', async () => {
    const held = new HeldActions('fail', 'ask');
    await using sandbox = new Sandbox({ actions: held.actions });

    const running = sandbox.eval('try { await actions.fail(); } catch {} return actions.ask();');
    (await held.latest('fail')).fail(new Error('no'));
    (await held.latest('ask')).interrupt('?');
    const paused = await running;

    expect(paused).toMatchObject({
      status: 'interrupted',
      interrupts: [{ position: 1 }],
      callLog: [{ name: 'fail', error: { message: 'no' } }, null],
    });
  });

  test('null is an answer', async () => {
    const held = new HeldActions('ask');
    await using sandbox = new Sandbox({ actions: held.actions });
    const running = sandbox.eval('return await actions.ask();');
    (await held.latest('ask')).interrupt('?');

    const resuming = sandbox.resume(await running, null);
    const again = await held.latest('ask', 2);
    again.respond('fine');
    await resuming;

    expect(again.context.answer).toBeNull();
  });
});
