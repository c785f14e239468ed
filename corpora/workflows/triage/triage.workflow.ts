/**
 * Triage of a support ticket, as an agent's script: it looks things up in several places at once, lets a model decide,
 * and goes round until there is an answer. Paying customers' hard cases go to a person; if a draft is ready before the
 * person has answered, the draft is sent.
 */
import type { TriageActions } from './triage.actions.d.ts';

declare const actions: TriageActions;

const roundsMax = 4;

export default async function triage(input: { ticket: string; text: string }) {
  const { plan } = await actions.customer({ ticket: input.ticket });
  const found = new Set<string>();
  let query = input.text;
  for (let round = 1; round <= roundsMax; round++) {
    for (const hit of await lookUp(query)) found.add(hit);
    const decision = await actions.decide({ text: input.text, found: [...found], plan, round });
    if (decision.next === 'answer') return post(input.ticket, decision.reply, 'agent');
    if (decision.next === 'escalate') return escalate(input.ticket, [...found], plan);
    query = decision.query;
  }
  return escalate(input.ticket, [...found], plan);
}

/** A source that is down has nothing to say; that is no reason to stop. */
async function lookUp(query: string): Promise<string[]> {
  const sources = await Promise.allSettled([actions.searchDocs({ query }), actions.searchTickets({ query })]);
  return sources.flatMap((source) => (source.status === 'fulfilled' ? source.value.hits : []));
}

async function escalate(ticket: string, found: string[], plan: string) {
  const draft = actions.draftReply({ ticket, found }).then(({ reply }) => ({ reply, by: 'draft' as const }));
  if (plan === 'free') {
    const { reply, by } = await draft;
    return post(ticket, reply, by);
  }
  const person = actions.askPerson({ ticket, found }).then(({ reply }) => ({ reply, by: 'person' as const }));
  // Whoever is first and does not fail: a person who declines leaves it to the draft, and the other way round.
  const { reply, by } = await Promise.any([person, draft]);
  return post(ticket, reply, by);
}

async function post(ticket: string, reply: string, by: 'person' | 'draft' | 'agent') {
  await actions.post({ ticket, reply, by });
  return { by };
}
