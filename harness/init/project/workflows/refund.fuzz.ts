import { defineWorkflow } from 'lockstep/harness';
import { z } from 'zod';

export default defineWorkflow({
  name: 'refund',
  script: './refund.workflow.ts',
  input: z.object({ orderId: z.string().min(1) }),
  /** The world that the actions change, made anew for each case. A bank pays once for each key. */
  model: () => ({ paid: new Map<string, { id: string; amount: number }>() }),
  actions: {
    getOrder: {
      description: 'Looks an order up.',
      input: z.object({ id: z.string() }),
      output: z.object({ id: z.string(), total: z.number().int().min(0).max(5_000) }),
      fails: ['NOT_FOUND'],
    },
    askHuman: {
      description: 'Asks somebody in the office.',
      input: z.object({ question: z.string() }),
      interrupts: { answer: z.boolean() },
    },
    refund: {
      description: 'Pays money back.',
      input: z.object({ id: z.string(), amount: z.number() }),
      output: z.object({ ok: z.literal(true) }),
      simulate(input, { model, idempotencyKey }) {
        model.paid.set(idempotencyKey, input);
        return { ok: true };
      },
    },
    notify: {
      description: 'Writes to the customer.',
      input: z.object({ orderId: z.string(), text: z.string() }),
    },
  },
  invariants: {
    'a large refund was approved by a person': ({ model, executions }) => {
      const large = [...model.paid.values()].find(({ amount }) => amount > 100);
      const approved = executions.some(
        ({ name, outcome }) => name === 'askHuman' && 'response' in outcome && outcome.response === true,
      );
      return large === undefined || approved || `${large.amount} was paid, and nobody had said yes`;
    },
    'an order is paid back once': ({ model }) =>
      model.paid.size <= 1 || `paid ${model.paid.size} times, as ${[...model.paid.keys()].join(', ')}`,
  },
});
