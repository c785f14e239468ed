/**
 * Pays an order back. Small amounts go out at once; larger ones need a person, and nothing above the limit goes out at
 * all. Whatever comes of it, the customer is told.
 */
import type { RefundActions } from './refund.actions.d.ts';

declare const actions: RefundActions;

const needsApproval = 100;
const limit = 2_000;

export default async function refund(input: { orderId: string; reason: string }) {
  const order = await actions.getOrder({ id: input.orderId });
  if (order.refunded || order.total === 0) return finish(order.id, 'nothing to refund', 0);
  if (order.total > limit) return finish(order.id, 'above the limit', 0);
  if (order.total > needsApproval && !(await isApproved(order.total, input.reason))) {
    return finish(order.id, 'refused', 0);
  }
  const { paid } = await actions.pay({ orderId: order.id, amount: order.total });
  return finish(order.id, 'refunded', paid);
}

async function isApproved(amount: number, reason: string): Promise<boolean> {
  try {
    return await actions.askHuman({ question: `Refund ${amount.toFixed(2)}? The customer says: ${reason}` });
  } catch (error) {
    // The question was turned down without an answer: that is a no.
    if ((error as { code?: string }).code === 'REJECTED') return false;
    throw error;
  }
}

async function finish(orderId: string, outcome: string, paid: number) {
  await actions.notify({ orderId, text: `Your refund: ${outcome}` });
  return { outcome, paid };
}
