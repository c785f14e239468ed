import { expect, test } from 'vitest';
import { z } from 'zod';
import { ActionInterrupt, defineAction, type InterruptedRun, type Run } from '../index.ts';
import { describeEverywhere } from './testing/everywhere.ts';

const refund = () => {
  const done: string[] = [];
  const action = defineAction({
    name: 'refund',
    input: z.object({ orderId: z.string() }),
    output: z.object({ refunded: z.boolean() }),
    async execute(input, context) {
      if (context.answer === undefined) throw new ActionInterrupt({ question: `Refund ${input.orderId}?` });
      if (context.answer !== true) return { refunded: false };
      done.push(context.idempotencyKey);
      return { refunded: true };
    },
  });
  return { action, done };
};

const stored = (run: Run): Run => JSON.parse(JSON.stringify(run)) as Run;

describeEverywhere('a run that asks a person', (Sandbox) => {
  test('pauses with the question, and completes with the answer', async () => {
    const { action, done } = refund();
    await using sandbox = new Sandbox({ actions: [action] });

    const paused = await sandbox.eval('return await actions.refund({ orderId: input.id })', {
      input: { id: 'o_7' },
      runId: 'run-1',
    });
    const completed = await sandbox.resume(stored(paused), true);

    expect(paused).toMatchObject({
      status: 'interrupted',
      interrupts: [{ position: 0, name: 'refund', payload: { question: 'Refund o_7?' } }],
      callLog: [null],
    });
    expect(completed).toMatchObject({ status: 'completed', value: { refunded: true } });
    expect(done).toEqual(['run-1:0']);
  });

  test('fails inside the script with the rejection, which is recorded and executes nothing', async () => {
    const { action, done } = refund();
    await using sandbox = new Sandbox({ actions: [action] });
    const paused = (await sandbox.eval(
      'try { await actions.refund({ orderId: "o_7" }) } catch (e) { return [e.name, e.code, e.data] }',
    )) as InterruptedRun;

    const refused = await sandbox.reject(paused, { by: 'Ada' });

    expect(refused).toMatchObject({ status: 'completed', value: ['ActionRejected', 'REJECTED', { by: 'Ada' }] });
    expect(refused.callLog).toMatchObject([{ name: 'refund', error: { name: 'ActionRejected' }, order: 0 }]);
    expect(done).toEqual([]);
    expect(await sandbox.replay(refused)).toEqual(refused);
    expect(await sandbox.replay(paused)).toEqual(paused);
  });
});
