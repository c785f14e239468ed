/**
 * Handles a ticket: a state machine over the messages that come in, which takes a sequence of the right ones to get to its
 * far states.
 */
import type { TicketActions } from './ticket.actions.d.ts';

declare const actions: TicketActions;

type Message = Awaited<ReturnType<TicketActions['nextMessage']>>;

type State = 'new' | 'open' | 'escalated' | 'refunding' | 'solved' | 'reopened' | 'blocked';

interface Ticket {
  state: State;
  reopenings: number;
  refunded: number;
}

const messagesMax = 12;

export default async function handle({ ticket, vip }: { ticket: string; vip: boolean }) {
  const own: Ticket = { state: 'new', reopenings: 0, refunded: 0 };
  for (let count = 0; count < messagesMax && own.state !== 'blocked'; count++) {
    const message = await actions.nextMessage({ ticket, state: own.state });
    if (message.type === 'end') break;
    own.state = await reactions[own.state](own, message, vip);
  }
  if (own.state === 'blocked') await actions.notify({ ticket, text: 'blocked' });
  return { state: own.state, refunded: own.refunded };
}

type React = (own: Ticket, message: Message, vip: boolean) => State | Promise<State>;

/** What comes of a message, by the state that it finds. */
const reactions: Record<State, React> = {
  new(_own, { type, priority }, vip) {
    if (type === 'question') return priority >= 4 && vip ? 'escalated' : 'open';
    return type === 'complaint' ? 'escalated' : 'new';
  },
  open(_own, { type }) {
    if (type === 'complaint') return 'escalated';
    return type === 'thanks' ? 'solved' : 'open';
  },
  escalated(own, message) {
    if (message.type === 'refund') return refund(own, message);
    return message.type === 'thanks' ? 'solved' : 'escalated';
  },
  refunding({ refunded }, { type, amount }) {
    if (type === 'complaint' && amount > refunded) return 'escalated';
    return type === 'thanks' ? 'solved' : 'refunding';
  },
  solved(own, { type }) {
    if (type !== 'reopen') return 'solved';
    own.reopenings += 1;
    return own.reopenings > 2 ? 'blocked' : 'reopened';
  },
  reopened({ refunded }, { type, priority }) {
    if (type === 'refund' && refunded > 0) return 'blocked';
    if (type === 'question') return priority === 5 ? 'escalated' : 'open';
    return type === 'thanks' ? 'solved' : 'reopened';
  },
  blocked: () => 'blocked',
};

async function refund(own: Ticket, { amount }: Message): Promise<State> {
  if (amount > 200) {
    const approved = await actions.askManager({ amount });
    if (!approved) return 'open';
  }
  try {
    await actions.refund({ amount });
    own.refunded += amount;
    if (own.refunded > 1_000) return 'blocked';
    return 'refunding';
  } catch {
    return amount > 500 ? 'blocked' : 'escalated';
  }
}
