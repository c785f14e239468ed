/** Wrong: what is left of the charge is lessened only when a refund has gone through, so two may take the same rest. */
import type { ReturnsActions, ReturnsInput } from '../returns.actions.d.ts';

declare const actions: ReturnsActions;

const shares = { new: 1, used: 0.5, broken: 0 };

export default async function payReturns({ order }: ReturnsInput) {
  const { charged, refunded, items } = await actions.getOrder({ order });
  let left = Math.max(0, charged - refunded);
  let paid = 0;
  const unpaid: number[] = [];
  const pay = async ({ price }: { price: number }, item: number) => {
    const { condition } = await actions.inspect({ order, item });
    const amount = Math.min(Math.floor(price * shares[condition]), left);
    if (amount === 0) return;
    try {
      await actions.refund({ order, item, amount });
      left -= amount;
      paid += amount;
    } catch (error) {
      if ((error as { code?: string }).code !== 'REFUSED') throw error;
      unpaid.push(item);
    }
  };
  await Promise.all(items.map(pay));
  await actions.notify({ order, paid, unpaid: unpaid.sort() });
  return { paid, unpaid };
}
