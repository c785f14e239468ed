import type { CallLog } from 'lockstep';
import { defineWorkflow } from 'lockstep/harness';
import { z } from 'zod';

const item = z.string().min(1);

export default defineWorkflow({
  name: 'purchase',
  script: './purchase.workflow.ts',
  input: z.object({ item }),
  clock: 'event',
  /** Offers that were taken, by idempotency key. */
  model: () => ({ bought: new Map<string, string>() }),
  actions: {
    getOffer: {
      description: 'What an item costs, and for how many hours.',
      input: z.object({ item }),
      output: z.object({
        offer: z.string().min(1),
        price: z.number().int().min(1).max(1_000),
        hours: z.number().int().min(1).max(240),
      }),
      fails: ['NOT_SOLD'],
    },
    approve: {
      description: 'Asks somebody whether to buy.',
      input: z.object({ who: z.enum(['owner', 'deputy']), item, price: z.number() }),
      interrupts: { answer: z.boolean() },
    },
    buy: {
      description: 'Takes an offer.',
      input: z.object({ offer: z.string() }),
      fails: ['SOLD_OUT'],
      effect: 'once',
      simulate({ offer }, { model, idempotencyKey }) {
        model.bought.set(idempotencyKey, offer);
        return null;
      },
    },
  },
  invariants: {
    'an approval counts, whoever refused before': ({ run }) => {
      const approved = answers(run.callLog, run.delivered).some(({ yes }) => yes);
      if (run.status === 'completed' && outcomeOf(run.value) === 'refused' && approved)
        return 'refused, though somebody had said yes';
    },
    'it takes two to refuse': ({ run }) => {
      if (run.status !== 'completed' || outcomeOf(run.value) !== 'refused') return;
      const refusals = answers(run.callLog, run.delivered).filter(({ yes }) => !yes);
      if (refusals.length < 2) return `refused, though only ${refusals.length} had said no`;
    },
    'what costs more than a little is approved': ({ run, model }) => {
      const offer = offerIn(run.callLog);
      if (model.bought.size === 0 || offer === undefined || offer.price <= 50) return;
      if (!answers(run.callLog, run.delivered).some(({ yes }) => yes))
        return `bought for ${offer.price}, and nobody had said yes`;
    },
    'an offer is taken while it stands': ({ run, model }) => {
      const offer = offerIn(run.callLog);
      const approval = answers(run.callLog, run.delivered).find(({ yes }) => yes);
      if (model.bought.size === 0 || offer === undefined || approval === undefined) return;
      const hours = (approval.at - offer.at) / 3_600_000;
      if (hours > offer.hours)
        return `approved and bought after ${Math.round(hours)} hours; the offer stood for ${offer.hours}`;
    },
  },
});

function outcomeOf(value: unknown): unknown {
  return (value as { outcome: string }).outcome;
}

/** What people said, in the order in which the script was told. */
function answers(log: CallLog, delivered: number): { yes: boolean; at: number }[] {
  return log
    .flatMap((entry) =>
      entry?.type === 'action' && entry.name === 'approve' && (entry.order ?? 0) < delivered ? [entry] : [],
    )
    .filter((entry) => 'response' in entry || entry.error.code === 'REJECTED')
    .sort((a, b) => (a.order ?? 0) - (b.order ?? 0))
    .map((entry) => ({ yes: 'response' in entry && entry.response === true, at: Number.parseInt(entry.at ?? '', 10) }));
}

function offerIn(log: CallLog): { price: number; hours: number; at: number } | undefined {
  const entry = log.find((one) => one?.type === 'action' && one.name === 'getOffer');
  if (entry?.type !== 'action' || !('response' in entry)) return undefined;
  return { ...(entry.response as { price: number; hours: number }), at: Number.parseInt(entry.at ?? '', 10) };
}
