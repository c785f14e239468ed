import { defineWorkflow } from 'lockstep/harness';
import { z } from 'zod';

interface Shop {
  /** By idempotency key: the bank refuses one that it knows. */
  payments: Map<string, { order: string; amount: number; receipt: string }>;
  shipped: { carrier: string; receipt: string }[];
}

const order = z.string().min(1);
const carrier = z.enum(['express', 'parcel']);
const price = z.number().int().min(1).max(50);

export default defineWorkflow({
  name: 'checkout',
  script: './checkout.workflow.ts',
  input: z.object({ order, goods: z.number().int().min(1).max(500) }),
  model: (): Shop => ({ payments: new Map(), shipped: [] }),
  actions: {
    quote: {
      description: 'What a carrier takes for an order.',
      input: z.object({ order, carrier }),
      output: z.object({ price }),
      fails: ['NO_SERVICE'],
      effect: 'any',
    },
    reserve: { description: 'Puts the goods aside.', input: z.object({ order }), fails: ['SOLD_OUT'] },
    release: { description: 'Puts the goods back.', input: z.object({ order }) },
    charge: {
      description: 'Charges the card. The bank knows a payment by its key, and refuses to make it twice.',
      input: z.object({ order, amount: z.number().int().positive() }),
      output: z.object({ receipt: z.string() }),
      fails: ['DECLINED', 'BUSY', { code: 'TIMEOUT', afterEffect: true }],
      effect: 'once',
      simulate(input, { model, idempotencyKey, fail }) {
        if (model.payments.has(idempotencyKey)) return fail('ALREADY_CHARGED');
        const receipt = `receipt of ${idempotencyKey}`;
        model.payments.set(idempotencyKey, { ...input, receipt });
        return { receipt };
      },
    },
    findPayment: {
      description: 'The receipt of an order’s payment, or null where there is none.',
      input: z.object({ order }),
      output: z.object({ receipt: z.string().nullable() }),
      simulate: (_input, { model }) => ({ receipt: [...model.payments.values()][0]?.receipt ?? null }),
    },
    ship: {
      description: 'Hands the goods to a carrier.',
      input: z.object({ order, carrier, receipt: z.string() }),
      simulate({ carrier, receipt }, { model }) {
        model.shipped.push({ carrier, receipt });
        return null;
      },
    },
  },
  invariants: {
    'an order is paid once': ({ model }) => {
      if (model.payments.size > 1)
        return `it was paid ${model.payments.size} times: ${[...model.payments.keys()].join(', ')}`;
    },
    'the customer pays for the goods and for the carrier that ships them': ({ input, model, executions }) => {
      const [payment] = model.payments.values();
      const [shipped] = model.shipped;
      if (payment === undefined || shipped === undefined) return;
      const prices = executions.flatMap((one) =>
        one.name === 'quote' && one.input.carrier === shipped.carrier && 'response' in one.outcome
          ? [one.outcome.response.price]
          : [],
      );
      if (!prices.some((price) => payment.amount === input.goods + price)) {
        return `paid ${payment.amount} for goods of ${input.goods}, though ${shipped.carrier} takes ${prices.join(' or ')}`;
      }
    },
    'what is shipped is paid': ({ model }) => {
      if (model.shipped.length > 0 && model.payments.size === 0) return 'shipped, and nobody has paid';
    },
  },
});
