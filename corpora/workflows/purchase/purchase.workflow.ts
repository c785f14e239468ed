/**
 * Buys what an offer is for. Two people are asked at the same time where it costs more than a little: one yes is enough,
 * and it takes two to refuse. People take their time, and an offer stands only for so long.
 */
import type { PurchaseActions, PurchaseInput } from './purchase.actions.d.ts';

declare const actions: PurchaseActions;

const needsApproval = 50;
const people = ['owner', 'deputy'] as const;

class Refusal extends Error {}

export default async function purchase({ item }: PurchaseInput) {
  const { offer, price, hours } = await actions.getOffer({ item });
  const expires = Date.now() + hours * 3_600_000;
  if (price > needsApproval && !(await isApproved(item, price))) return { outcome: 'refused' };
  if (Date.now() > expires) return { outcome: 'expired' };
  await actions.buy({ offer });
  return { outcome: 'bought' };
}

async function isApproved(item: string, price: number): Promise<boolean> {
  const asked = people.map(async (who) => {
    if (!(await saysYes(who, item, price))) throw new Refusal(who);
  });
  try {
    await Promise.any(asked);
    return true;
  } catch (error) {
    const failure = (error as AggregateError).errors.find((one) => !(one instanceof Refusal));
    if (failure !== undefined) throw failure;
    return false;
  }
}

/** Whoever turns the question down has said no. */
async function saysYes(who: 'owner' | 'deputy', item: string, price: number): Promise<boolean> {
  try {
    return await actions.approve({ who, item, price });
  } catch (error) {
    if ((error as { code?: string }).code === 'REJECTED') return false;
    throw error;
  }
}
