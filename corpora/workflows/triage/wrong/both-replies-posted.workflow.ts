/** Wrong: each of the two posts its reply when it has one; the race only decides which of them the script waits for. */
import type { TriageActions } from '../triage.actions.d.ts';

declare const actions: TriageActions;

export default async function triage(input: { ticket: string; text: string }) {
  const { ticket } = input;
  const { plan } = await actions.customer({ ticket });
  const found: string[] = [];
  for (let round = 1, query = input.text; round <= 4; round++) {
    const [docs, tickets] = await Promise.all([actions.searchDocs({ query }), actions.searchTickets({ query })]);
    found.push(...docs.hits, ...tickets.hits);
    const decision = await actions.decide({ text: input.text, found, plan, round });
    if (decision.next === 'answer') return post(ticket, decision.reply, 'agent');
    if (decision.next === 'escalate') break;
    query = decision.query;
  }
  const draft = actions.draftReply({ ticket, found }).then(({ reply }) => post(ticket, reply, 'draft'));
  if (plan === 'free') return draft;
  return Promise.any([draft, actions.askPerson({ ticket, found }).then(({ reply }) => post(ticket, reply, 'person'))]);
}

async function post(ticket: string, reply: string, by: 'person' | 'draft' | 'agent') {
  await actions.post({ ticket, reply, by });
  return { by };
}
