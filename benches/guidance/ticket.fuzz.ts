import { defineWorkflow } from 'lockstep/harness';
import { z } from 'zod';

export default defineWorkflow({
  name: 'ticket',
  script: './ticket.workflow.ts',
  input: z.object({ ticket: z.string(), vip: z.boolean() }),
  actions: {
    nextMessage: {
      input: z.object({ ticket: z.string(), state: z.string() }),
      output: z.object({
        type: z.enum(['question', 'complaint', 'refund', 'thanks', 'reopen', 'spam', 'end']),
        priority: z.int().min(1).max(5),
        amount: z.int().min(0).max(900),
      }),
    },
    askManager: { input: z.object({ amount: z.int() }), interrupts: { answer: z.boolean() } },
    refund: { input: z.object({ amount: z.int() }), fails: ['DECLINED'] },
    notify: { input: z.object({ ticket: z.string(), text: z.string() }) },
  },
});
