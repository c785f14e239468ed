import { defineWorkflow } from 'lockstep/harness';
import { z } from 'zod';

const order = z.string().min(1);
const money = z.number().int().min(0).max(500);

interface Bank {
  /** Refunds by idempotency key. */
  refunds: Map<string, { item: number; amount: number }>;
}

export default defineWorkflow({
  name: 'returns',
  script: './returns.workflow.ts',
  input: z.object({ order }),
  model: (): Bank => ({ refunds: new Map() }),
  actions: {
    getOrder: {
      description: 'What was charged for an order, what was paid back already, and what comes back now.',
      input: z.object({ order }),
      output: z.object({ charged: money, refunded: money, items: z.array(z.object({ price: money })).max(3) }),
      fails: ['NOT_FOUND'],
    },
    inspect: {
      description: 'Looks at an item that came back.',
      input: z.object({ order, item: z.number().int() }),
      output: z.object({ condition: z.enum(['new', 'used', 'broken']) }),
      effect: 'any',
    },
    refund: {
      description: 'Pays a part back.',
      input: z.object({ order, item: z.number().int(), amount: z.number().int().positive() }),
      fails: ['REFUSED'],
      effect: 'once',
      simulate({ item, amount }, { model, idempotencyKey }) {
        model.refunds.set(idempotencyKey, { item, amount });
        return null;
      },
    },
    notify: {
      description: 'Writes to the customer what was paid.',
      input: z.object({ order, paid: z.number().int(), unpaid: z.array(z.number().int()) }),
    },
  },
  invariants: {
    'not more is paid back than was charged': ({ model, executions }) => {
      const order = executions.findLast((one) => one.name === 'getOrder' && 'response' in one.outcome);
      if (order?.name !== 'getOrder' || !('response' in order.outcome)) return;
      const { charged, refunded } = order.outcome.response;
      const paid = total(model);
      if (paid > Math.max(0, charged - refunded)) {
        return `paid ${[...model.refunds.values()].map(({ amount }) => amount).join(' + ')}, of ${charged} less ${refunded}`;
      }
    },
    'an item is paid once': ({ model }) => {
      const items = [...model.refunds.values()].map(({ item }) => item);
      const twice = items.find((item, i) => items.indexOf(item) !== i);
      if (twice !== undefined) return `item ${twice} was paid twice`;
    },
    'the customer is told what was paid': ({ run, model }) => {
      if (run.status !== 'completed') return;
      const { paid } = run.value as { paid: number };
      if (paid !== total(model)) return `told ${paid}, and ${total(model)} were paid`;
    },
  },
});

function total({ refunds }: Bank): number {
  return [...refunds.values()].reduce((sum, { amount }) => sum + amount, 0);
}
