/** Wrong: a payment whose answer was lost is made again, and each try is a payment of its own to the bank. */
import type { RefundActions } from '../refund.actions.d.ts';

declare const actions: RefundActions;

export default async function refund(input: { orderId: string; reason: string }) {
  const order = await actions.getOrder({ id: input.orderId });
  if (order.refunded || order.total === 0) return finish(order.id, 'nothing to refund', 0);
  if (order.total > 2_000) return finish(order.id, 'above the limit', 0);
  if (order.total > 100 && !(await actions.askHuman({ question: `Refund ${order.total}?` }))) {
    return finish(order.id, 'refused', 0);
  }
  const { paid } = await pay(order.id, order.total);
  return finish(order.id, 'refunded', paid);
}

async function pay(orderId: string, amount: number, triesLeft = 2): Promise<{ paid: number }> {
  try {
    return await actions.pay({ orderId, amount });
  } catch (error) {
    if ((error as { code?: string }).code !== 'TIMEOUT' || triesLeft === 0) throw error;
    return pay(orderId, amount, triesLeft - 1);
  }
}

async function finish(orderId: string, outcome: string, paid: number) {
  await actions.notify({ orderId, text: `Your refund: ${outcome}` });
  return { outcome, paid };
}
