/** Wrong: whoever answers first decides, so that a yes is ignored when it comes after a no. */
import type { PurchaseActions, PurchaseInput } from '../purchase.actions.d.ts';

declare const actions: PurchaseActions;

export default async function purchase({ item }: PurchaseInput) {
  const { offer, price, hours } = await actions.getOffer({ item });
  const expires = Date.now() + hours * 3_600_000;
  if (price > 50 && !(await isApproved(item, price))) return { outcome: 'refused' };
  if (Date.now() > expires) return { outcome: 'expired' };
  await actions.buy({ offer });
  return { outcome: 'bought' };
}

async function isApproved(item: string, price: number): Promise<boolean> {
  let decision: boolean | undefined;
  const ask = async (who: 'owner' | 'deputy') => {
    const yes = await actions.approve({ who, item, price }).catch((error) => {
      if (error.code === 'REJECTED') return false;
      throw error;
    });
    decision ??= yes;
  };
  await Promise.all([ask('owner'), ask('deputy')]);
  return decision === true;
}
