/** Wrong: it tries until the card is not declined, and there are cards that always are. */
import type { RenewalActions, RenewalInput } from '../renewal.actions.d.ts';

declare const actions: RenewalActions;

const day = 86_400_000;

export default async function renew({ subscription }: RenewalInput) {
  const { price } = await actions.getSubscription({ subscription });
  for (let tries = 1; !(await isPaid(subscription, price)); tries++) {
    await actions.remind({ subscription, tries });
    await sleep(3 * day);
  }
  await actions.extend({ subscription });
  return { renewed: true };
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
