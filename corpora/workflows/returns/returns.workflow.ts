/**
 * Pays for what a customer sends back. Items are inspected at the same time, as they arrive, and paid by their condition;
 * all together never more than is left of what was charged. What the bank refuses to pay is left for somebody to see to.
 */
import type { ReturnsActions, ReturnsInput } from './returns.actions.d.ts';

declare const actions: ReturnsActions;

const shares = { new: 1, used: 0.5, broken: 0 };

export default async function payReturns({ order }: ReturnsInput) {
  const { charged, refunded, items } = await actions.getOrder({ order });
  let left = Math.max(0, charged - refunded);
  const unpaid: number[] = [];
  const pay = async ({ price }: { price: number }, item: number) => {
    const { condition } = await actions.inspect({ order, item });
    const amount = Math.min(Math.floor(price * shares[condition]), left);
    if (amount === 0) return 0;
    // Set aside before it is paid: other items are inspected meanwhile.
    left -= amount;
    try {
      await actions.refund({ order, item, amount });
      return amount;
    } catch (error) {
      if ((error as { code?: string }).code !== 'REFUSED') throw error;
      left += amount;
      unpaid.push(item);
      return 0;
    }
  };
  const amounts = await Promise.all(items.map(pay));
  const paid = amounts.reduce((sum, amount) => sum + amount, 0);
  await actions.notify({ order, paid, unpaid: unpaid.sort() });
  return { paid, unpaid };
}
