/**
 * Finds tickets that nobody has answered for three days and escalates them.
 */
const MS_PER_DAY = 1000 * 60 * 60 * 24;

async function fetchAllTickets(status) {
  const tickets = [];
  let cursor = undefined;
  do {
    const page = await actions.tickets.list({ status, cursor, limit: 50 });
    tickets.push(...page.items);
    cursor = page.nextCursor ?? undefined;
  } while (cursor && tickets.length < 500);
  return tickets;
}

function daysSince(dateString) {
  return Math.floor((Date.now() - new Date(dateString).getTime()) / MS_PER_DAY);
}

async function main() {
  const tickets = await fetchAllTickets('open');
  console.log(`Checking ${tickets.length} tickets`);

  const overdue = tickets.filter((ticket) => daysSince(ticket.updatedAt) >= 3);
  const escalated = [];
  const errors = [];

  for (const ticket of overdue) {
    try {
      await actions.tickets.update({ id: ticket.id, status: 'escalated' });
      escalated.push(ticket.id);
    } catch (error) {
      console.error(`Could not escalate ${ticket.id}:`, error.message);
      errors.push({ id: ticket.id, error: error.message });
    }
  }

  return { checked: tickets.length, escalated, errors };
}

main();
