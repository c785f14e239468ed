/**
 * Renews a subscription: when the card is declined, the customer is reminded and has three days until the next try. After
 * the last one the subscription is suspended.
 */
import type { RenewalActions, RenewalInput } from './renewal.actions.d.ts';

declare const actions: RenewalActions;

const day = 86_400_000;
const triesMax = 4;

export default async function renew({ subscription }: RenewalInput) {
  const { price } = await actions.getSubscription({ subscription });
  for (let tries = 1; tries <= triesMax; tries++) {
    if (tries > 1) await sleep(3 * day);
    if (await isPaid(subscription, price)) {
      await actions.extend({ subscription });
      return { renewed: true };
    }
    await actions.remind({ subscription, tries });
  }
  await actions.suspend({ subscription });
  return { renewed: false };
}

async function isPaid(subscription: string, price: number): Promise<boolean> {
  if (price === 0) return true;
  try {
    await actions.charge({ subscription, price });
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === 'DECLINED') return false;
    throw error;
  }
}
