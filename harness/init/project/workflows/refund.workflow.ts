import type { RefundActions, RefundInput } from './refund.actions.d.ts';

declare const actions: RefundActions;

const needsApproval = 100;

/** Pays an order back. What is large needs a person's yes. The customer is told what came of it. */
export default async function refund(input: RefundInput) {
  const order = await actions.getOrder({ id: input.orderId });
  if (order.total > needsApproval && !(await isApproved(order.total))) {
    await actions.notify({ orderId: order.id, text: 'Your refund was not approved.' });
    return { refunded: 0 };
  }
  await actions.refund({ id: order.id, amount: order.total });
  await actions.notify({ orderId: order.id, text: `${order.total} EUR are on their way.` });
  return { refunded: order.total };
}

async function isApproved(total: number): Promise<boolean> {
  try {
    return await actions.askHuman({ question: `Refund ${total} EUR?` });
  } catch (error) {
    // Whoever turns the question down has not approved.
    if ((error as { code?: string }).code === 'REJECTED') return false;
    throw error;
  }
}
