interface Invoice {
  id: string;
  customer: { name: string; email?: string | null };
  amountCents: number;
  dueDate: string;
}

type Outcome = { id: string; status: 'sent' | 'skipped' | 'failed'; detail?: string };

const DAY = 24 * 60 * 60 * 1000;
const euros = (cents: number): string => `€${(cents / 100).toFixed(2).replace(/\B(?=(\d{3})+(?!\d))/g, ',')}`;

async function remind(invoice: Invoice, daysLate: number): Promise<Outcome> {
  const { id, customer } = invoice;
  if (!customer.email?.includes('@')) return { id, status: 'skipped', detail: 'no e-mail address' };
  const tone = daysLate > 30 ? 'final' : daysLate > 14 ? 'second' : 'friendly';
  try {
    await actions.sendEmail({
      to: customer.email,
      subject: `Invoice ${id}: ${tone} reminder`,
      body: `Dear ${customer.name},\n\n${euros(invoice.amountCents)} was due on ${new Date(invoice.dueDate).toLocaleDateString('en-GB')}.`,
    });
    return { id, status: 'sent', detail: tone };
  } catch (error: unknown) {
    return { id, status: 'failed', detail: (error as Error).message };
  }
}

async function run(now: number = Date.now()) {
  const { invoices } = (await actions.listInvoices({ status: 'unpaid' })) as { invoices: Invoice[] };
  const late = invoices
    .map((invoice) => ({ invoice, days: Math.floor((now - Date.parse(invoice.dueDate)) / DAY) }))
    .filter(({ days }) => days > 0)
    .sort((a, b) => b.days - a.days);

  const outcomes: Outcome[] = [];
  for (const { invoice, days } of late) {
    outcomes.push(await remind(invoice, days));
  }

  const summary = Object.groupBy(outcomes, ({ status }) => status);
  return Object.fromEntries(Object.entries(summary).map(([status, list]) => [status, list!.map(({ id }) => id)]));
}

await run();
