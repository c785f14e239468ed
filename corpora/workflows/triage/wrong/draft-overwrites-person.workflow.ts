/** Wrong: the person's answer is kept until the draft arrives, which then takes its place. */
import type { TriageActions } from '../triage.actions.d.ts';

declare const actions: TriageActions;

export default async function triage(input: { ticket: string; text: string }) {
  const { plan } = await actions.customer({ ticket: input.ticket });
  const { hits } = await actions.searchDocs({ query: input.text });
  const decision = await actions.decide({ text: input.text, found: hits, plan, round: 1 });
  if (decision.next === 'answer') return post(input.ticket, decision.reply, 'agent');
  let reply = '';
  let by: 'person' | 'draft' = 'draft';
  const draft = actions.draftReply({ ticket: input.ticket, found: hits }).then((answer) => {
    reply = answer.reply;
    by = 'draft';
  });
  if (plan === 'free') {
    await draft;
    return post(input.ticket, reply, by);
  }
  const person = actions.askPerson({ ticket: input.ticket, found: hits }).then((answer) => {
    reply = answer.reply;
    by = 'person';
  });
  person.catch(() => {});
  await draft;
  return post(input.ticket, reply, by);
}

async function post(ticket: string, reply: string, by: 'person' | 'draft' | 'agent') {
  await actions.post({ ticket, reply, by });
  return { by };
}
