import { defineWorkflow } from 'lockstep/harness';
import { z } from 'zod';

const search = {
  input: z.object({ query: z.string() }),
  output: z.object({ hits: z.array(z.string()).max(3) }),
  fails: ['UNAVAILABLE'],
};

export default defineWorkflow({
  name: 'triage',
  script: './triage.workflow.ts',
  input: z.object({ ticket: z.string().min(1), text: z.string() }),
  /** Replies by idempotency key: posting the same one again changes nothing. */
  model: () => ({ posted: new Map<string, { reply: string; by: string }>() }),
  actions: {
    searchDocs: search,
    searchTickets: search,
    customer: { input: z.object({ ticket: z.string() }), output: z.object({ plan: z.enum(['free', 'paid']) }) },
    decide: {
      input: z.object({ text: z.string(), found: z.array(z.string()), plan: z.string(), round: z.number().int() }),
      output: z.discriminatedUnion('next', [
        z.object({ next: z.literal('search'), query: z.string() }),
        z.object({ next: z.literal('answer'), reply: z.string() }),
        z.object({ next: z.literal('escalate') }),
      ]),
      fails: ['OVERLOADED'],
    },
    askPerson: {
      input: z.object({ ticket: z.string(), found: z.array(z.string()) }),
      interrupts: { answer: z.object({ reply: z.string() }) },
    },
    draftReply: {
      input: z.object({ ticket: z.string(), found: z.array(z.string()) }),
      output: z.object({ reply: z.string() }),
      fails: ['OVERLOADED'],
    },
    post: {
      input: z.object({ ticket: z.string(), reply: z.string(), by: z.enum(['person', 'draft', 'agent']) }),
      simulate({ reply, by }, { model, idempotencyKey }) {
        model.posted.set(idempotencyKey, { reply, by });
        return null;
      },
    },
  },
  invariants: {
    'a ticket gets one reply': ({ run, model }) => {
      if (model.posted.size > 1) return `${model.posted.size} replies were posted`;
      if (run.status === 'completed' && model.posted.size === 0) return 'none was posted';
    },
    'whoever answers first is heard': ({ run, model }) => {
      const [first] = run.callLog
        .flatMap((entry) => (entry?.type === 'action' && 'response' in entry ? [entry] : []))
        .filter(({ name, order }) => ['askPerson', 'draftReply'].includes(name) && (order ?? 0) < run.delivered)
        .sort((a, b) => (a.order ?? 0) - (b.order ?? 0));
      const posted = [...model.posted.values()][0];
      if (first === undefined || posted === undefined) return;
      const by = first.name === 'askPerson' ? 'person' : 'draft';
      const { reply } = first.response as { reply: string };
      if (posted.by !== by || posted.reply !== reply) {
        return `the ${by} was first with “${reply}”, but “${posted.reply}” of the ${posted.by} was posted`;
      }
    },
    'looking things up ends': ({ executions }) => {
      const rounds = new Set(executions.filter(({ name }) => name === 'searchDocs').map(({ position }) => position));
      if (rounds.size > 4) return `${rounds.size} rounds`;
    },
    'a person is only asked for paying customers': ({ run, executions }) => {
      const customer = run.callLog.find((entry) => entry?.type === 'action' && entry.name === 'customer');
      const free =
        customer?.type === 'action' &&
        'response' in customer &&
        (customer.response as { plan: string }).plan === 'free';
      if (free && executions.some(({ name }) => name === 'askPerson')) return 'a person was asked about a free plan';
    },
  },
});
