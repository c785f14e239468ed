import { defineWorkflow } from 'lockstep/harness';
import { z } from 'zod';

const country = z.enum(['AT', 'CH', 'DE', 'FR', 'IT', 'UK', 'US']);

export default defineWorkflow({
  name: 'order',
  script: './order.workflow.ts',
  input: z.object({ orderId: z.string().min(1) }),
  actions: {
    getOrder: {
      input: z.object({ id: z.string() }),
      output: z.object({
        customer: z.string(),
        country,
        total: z.int().min(0).max(10_000),
        coupon: z.string().max(12).nullable(),
        lines: z.array(z.string()).max(5),
      }),
    },
    getCustomer: {
      input: z.object({ id: z.string() }),
      output: z.object({ tier: z.enum(['none', 'silver', 'gold']), years: z.int().min(0).max(60), country }),
    },
    customs: {
      input: z.object({ country, total: z.int() }),
      output: z.object({
        status: z.enum(['free', 'held', 'refused']),
        duty: z.int().min(0).max(10_000),
        reference: z.string(),
      }),
    },
    askCustoms: {
      input: z.object({ reference: z.string() }),
      interrupts: { answer: z.object({ free: z.boolean(), fee: z.int().min(0).max(20_000) }) },
    },
    charge: {
      input: z.object({ orderId: z.string(), amount: z.int(), attempt: z.int() }),
      output: z.object({ receipt: z.string() }),
      fails: ['DECLINED', 'LIMIT', 'STOLEN'],
    },
    alert: { input: z.object({ orderId: z.string(), attempt: z.int() }) },
    askDesk: {
      input: z.object({ orderId: z.string(), again: z.boolean() }),
      interrupts: {
        answer: z.object({ decision: z.enum(['invoice', 'cancel']), days: z.int().min(1).max(90) }),
      },
    },
  },
});
