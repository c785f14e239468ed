/** Wrong: it waits until two have said no, and does not count those who turn the question down: then it waits for ever. */
import type { PurchaseActions, PurchaseInput } from '../purchase.actions.d.ts';

declare const actions: PurchaseActions;

const people = ['owner', 'deputy'] as const;

export default async function purchase({ item }: PurchaseInput) {
  const { offer, price, hours } = await actions.getOffer({ item });
  const expires = Date.now() + hours * 3_600_000;
  if (price > 50 && !(await isApproved(item, price))) return { outcome: 'refused' };
  if (Date.now() > expires) return { outcome: 'expired' };
  await actions.buy({ offer });
  return { outcome: 'bought' };
}

function isApproved(item: string, price: number): Promise<boolean> {
  let refusals = 0;
  return new Promise((decide) => {
    for (const who of people) {
      actions
        .approve({ who, item, price })
        .then((yes) => {
          if (yes) decide(true);
          else if (++refusals === people.length) decide(false);
        })
        .catch(() => console.log(`${who} did not answer`));
    }
  });
}
