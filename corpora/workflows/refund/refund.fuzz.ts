import { defineWorkflow } from 'lockstep/harness';
import { z } from 'zod';

interface Bank {
  /** Payments by idempotency key: the bank pays once for each. */
  payments: Map<string, { orderId: string; amount: number }>;
}

export default defineWorkflow({
  name: 'refund',
  script: './refund.workflow.ts',
  input: z.object({ orderId: z.string().min(1), reason: z.string() }),
  model: (): Bank => ({ payments: new Map() }),
  actions: {
    getOrder: {
      input: z.object({ id: z.string() }),
      output: z.object({ id: z.string(), total: z.number().min(0).max(5_000).multipleOf(0.01), refunded: z.boolean() }),
      fails: ['NOT_FOUND'],
    },
    askHuman: { input: z.object({ question: z.string() }), interrupts: { answer: z.boolean() } },
    pay: {
      input: z.object({ orderId: z.string(), amount: z.number().positive() }),
      output: z.object({ paid: z.number() }),
      fails: ['ACCOUNT_CLOSED', { code: 'TIMEOUT', afterEffect: true }],
      simulate(input, { model, idempotencyKey }) {
        model.payments.set(idempotencyKey, input);
        return { paid: input.amount };
      },
    },
    notify: { input: z.object({ orderId: z.string(), text: z.string() }) },
  },
  invariants: {
    'large refunds are approved by a person': ({ model, executions }) => {
      const approved = executions.some(
        ({ name, outcome }) => name === 'askHuman' && 'response' in outcome && outcome.response,
      );
      const large = [...model.payments.values()].find(({ amount }) => amount > 100);
      if (large && !approved) return `${large.amount} was paid for ${large.orderId}, and nobody had said yes`;
    },
    'nothing above the limit is paid': ({ model }) => {
      const over = [...model.payments.values()].find(({ amount }) => amount > 2_000);
      if (over) return `${over.amount} was paid for ${over.orderId}`;
    },
    'an order is paid back once': ({ model }) => {
      if (model.payments.size > 1)
        return `the bank paid ${model.payments.size} times: ${[...model.payments.keys()].join(', ')}`;
    },
    'the customer is told what happened': ({ run, model, executions }) => {
      if (run.status !== 'completed') return;
      const told = executions.findLast(({ name }) => name === 'notify')?.input as { text: string } | undefined;
      if (told?.text.endsWith('refunded') !== model.payments.size > 0) {
        return `told “${told?.text}” after ${model.payments.size} payments`;
      }
    },
  },
});
