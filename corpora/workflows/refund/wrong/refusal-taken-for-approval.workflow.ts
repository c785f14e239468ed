/** Wrong: the refusal is caught into a value, and the value is an object, which is true. */
import type { RefundActions } from '../refund.actions.d.ts';

declare const actions: RefundActions;

export default async function refund(input: { orderId: string; reason: string }) {
  const order = await actions.getOrder({ id: input.orderId });
  if (order.refunded || order.total === 0) return finish(order.id, 'nothing to refund', 0);
  if (order.total > 2_000) return finish(order.id, 'above the limit', 0);
  if (order.total > 100) {
    const answer = await actions.askHuman({ question: `Refund ${order.total}?` }).catch((error) => ({ error }));
    if (!answer) return finish(order.id, 'refused', 0);
  }
  const { paid } = await actions.pay({ orderId: order.id, amount: order.total });
  return finish(order.id, 'refunded', paid);
}

async function finish(orderId: string, outcome: string, paid: number) {
  await actions.notify({ orderId, text: `Your refund: ${outcome}` });
  return { outcome, paid };
}
