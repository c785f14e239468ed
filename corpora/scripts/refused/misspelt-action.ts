interface Ticket {
  id: string;
  subject: string;
}

const { items } = (await actions.tickets.search({ status: 'open' })) as { items: Ticket[] };
const urgent = items.filter(({ subject }: Ticket) => /urgent|asap/i.test(subject));
await Promise.all(urgent.map(({ id }) => actions.ticket.update({ id, status: 'escalated' })));
return urgent.length;
