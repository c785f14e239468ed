/**
 * Settles an order: works the price out, clears customs, charges the card up to three times, and asks the desk where that does
 * not help. A fixture with conditions inside of conditions, over what several actions answered.
 */
import type { OrderActions } from './order.actions.d.ts';

declare const actions: OrderActions;

type Order = Awaited<ReturnType<OrderActions['getOrder']>>;
type Customer = Awaited<ReturnType<OrderActions['getCustomer']>>;

export default async function settle({ orderId }: { orderId: string }) {
  const order = await actions.getOrder({ id: orderId });
  if (order.lines.length === 0) return { settled: false, reason: 'empty' };
  const customer = await actions.getCustomer({ id: order.customer });
  const amount = Math.round(order.total * (1 - discountOf(order, customer) / 100));
  const duty = order.country === customer.country ? 0 : await dutyOf(order);
  if (duty === undefined) return { settled: false, reason: 'stopped at customs' };
  const receipt = await charge(orderId, amount + duty);
  return receipt === undefined ? atDesk(orderId, customer) : { settled: true, receipt };
}

function discountOf({ total, coupon }: Order, { tier, years }: Customer): number {
  let discount = 0;
  if (tier === 'gold' && total >= 1_000) {
    discount = years > 10 ? 20 : 10;
    if (coupon === 'LOYAL' && years > 20) discount += 10;
  } else if (tier === 'silver' && total >= 5_000) {
    discount = 5;
    if (coupon === 'SUMMER') discount = total >= 7_500 ? 9 : 7;
  }
  return discount;
}

async function dutyOf({ total, country }: Order): Promise<number | undefined> {
  const check = await actions.customs({ country, total });
  if (check.status === 'refused') return undefined;
  if (check.status === 'held') {
    const release = await actions.askCustoms({ reference: check.reference });
    if (!release.free) {
      if (release.fee > total) return undefined;
      return check.duty + release.fee;
    }
  }
  return check.duty > total / 2 ? Math.round(total / 2) : check.duty;
}

/** The third failure is the last; a card that is reported stolen is not tried again. */
async function charge(orderId: string, amount: number): Promise<string | undefined> {
  let due = amount;
  for (let attempt = 1; attempt <= 3; attempt++) {
    try {
      const { receipt } = await actions.charge({ orderId, amount: due, attempt });
      if (attempt === 3) console.log('paid at the last attempt');
      return receipt;
    } catch (error) {
      const { code } = error as { code?: string };
      if (code === 'STOLEN') {
        await actions.alert({ orderId, attempt });
        return undefined;
      }
      if (code === 'LIMIT' && attempt === 2) due = Math.min(due, 500);
    }
  }
  return undefined;
}

/** The desk may refuse once to say anything; then it is asked again, and what it says then counts. */
async function atDesk(orderId: string, { years }: Customer) {
  let answer: Awaited<ReturnType<OrderActions['askDesk']>> | undefined;
  try {
    answer = await actions.askDesk({ orderId, again: false });
  } catch {
    answer = await actions.askDesk({ orderId, again: true });
    if (answer.decision === 'invoice' && years > 5) return { settled: true, receipt: 'invoice, at the second request' };
  }
  if (answer.decision === 'invoice') {
    if (answer.days > 60) return { settled: false, reason: 'too long' };
    return { settled: true, receipt: answer.days === 30 ? 'invoice' : `invoice, ${answer.days} days` };
  }
  return { settled: false, reason: 'cancelled' };
}
