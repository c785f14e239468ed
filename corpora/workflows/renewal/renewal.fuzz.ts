import { defineWorkflow } from 'lockstep/harness';
import { z } from 'zod';

interface Billing {
  /** By idempotency key, as the bank knows them. */
  charges: Map<string, number>;
  isExtended: boolean;
  isSuspended: boolean;
}

const subscription = z.string().min(1);

export default defineWorkflow({
  name: 'renewal',
  script: './renewal.workflow.ts',
  input: z.object({ subscription }),
  clock: 'event',
  model: (): Billing => ({ charges: new Map(), isExtended: false, isSuspended: false }),
  actions: {
    getSubscription: {
      description: 'What a subscription costs.',
      input: z.object({ subscription }),
      output: z.object({ price: z.number().int().min(0).max(100) }),
    },
    charge: {
      description: 'Charges the card.',
      input: z.object({ subscription, price: z.number().int().positive() }),
      output: z.object({ receipt: z.string() }),
      fails: ['DECLINED'],
      effect: 'once',
      simulate({ price }, { model, idempotencyKey }) {
        model.charges.set(idempotencyKey, price);
        return { receipt: `receipt of ${idempotencyKey}` };
      },
    },
    remind: {
      description: 'Writes to the customer that the card was declined.',
      input: z.object({ subscription, tries: z.number().int() }),
    },
    extend: {
      description: 'Another month.',
      input: z.object({ subscription }),
      simulate(_input, { model }) {
        model.isExtended = true;
        return null;
      },
    },
    suspend: {
      description: 'No further month until somebody pays.',
      input: z.object({ subscription }),
      simulate(_input, { model }) {
        model.isSuspended = true;
        return null;
      },
    },
  },
  invariants: {
    'whoever pays is renewed, and not suspended': ({ run, model }) => {
      if (run.status !== 'completed' || model.charges.size === 0) return;
      if (!model.isExtended || model.isSuspended) return 'paid, and not renewed';
    },
    'whoever does not pay is suspended': ({ run, model, executions }) => {
      const isFree = executions.some(
        (one) => one.name === 'getSubscription' && 'response' in one.outcome && one.outcome.response.price === 0,
      );
      if (run.status === 'completed' && !isFree && model.charges.size === 0 && !model.isSuspended) {
        return 'not paid, and not suspended';
      }
    },
    'a card is tried four times at most': ({ run }) => {
      const tries = run.callLog.filter((entry) => entry?.type === 'action' && entry.name === 'charge').length;
      if (tries > 4) return `tried ${tries} times`;
    },
    'a customer who does not pay is reminded each time': ({ run }) => {
      if (run.status !== 'completed') return;
      const settled = run.callLog.flatMap((entry) => (entry?.type === 'action' ? [entry] : []));
      const declined = settled.filter((entry) => entry.name === 'charge' && 'error' in entry).length;
      const reminded = settled.filter((entry) => entry.name === 'remind' && 'response' in entry).length;
      if (declined > reminded) return `declined ${declined} times, reminded ${reminded} times`;
    },
  },
});
