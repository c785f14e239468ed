/** Wrong: whether the offer stands is found out before people are asked, and believed when they have answered days later. */
import type { PurchaseActions, PurchaseInput } from '../purchase.actions.d.ts';

declare const actions: PurchaseActions;

export default async function purchase({ item }: PurchaseInput) {
  const received = Date.now();
  const { offer, price, hours } = await actions.getOffer({ item });
  const isOpen = Date.now() < received + hours * 3_600_000;
  if (price > 50 && !(await isApproved(item, price))) return { outcome: 'refused' };
  if (!isOpen) return { outcome: 'expired' };
  await actions.buy({ offer });
  return { outcome: 'bought' };
}

async function isApproved(item: string, price: number): Promise<boolean> {
  const says = (who: 'owner' | 'deputy') =>
    actions.approve({ who, item, price }).catch((error) => {
      if (error.code === 'REJECTED') return false;
      throw error;
    });
  const answers = await Promise.all([says('owner'), says('deputy')]);
  return answers.includes(true);
}
