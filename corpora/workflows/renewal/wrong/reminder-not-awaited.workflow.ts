/** Wrong: nobody waits for the reminder, so nobody hears that it could not be sent. */
import type { RenewalActions, RenewalInput } from '../renewal.actions.d.ts';

declare const actions: RenewalActions;

const day = 86_400_000;

export default async function renew({ subscription }: RenewalInput) {
  const { price } = await actions.getSubscription({ subscription });
  for (let tries = 1; tries <= 4; tries++) {
    if (tries > 1) await sleep(3 * day);
    if (price === 0 || (await actions.charge({ subscription, price }).then(() => true, isDeclined))) {
      await actions.extend({ subscription });
      return { renewed: true };
    }
    // biome-ignore lint/nursery/noFloatingPromises: the mistake itself.
    actions.remind({ subscription, tries });
  }
  await actions.suspend({ subscription });
  return { renewed: false };
}

function isDeclined(error: { code?: string }): false {
  if (error.code === 'DECLINED') return false;
  throw error;
}
