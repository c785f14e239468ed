/** Wrong: the carrier is that of the first offer, and the price that of the last: the slower one writes over it. */
import type { CheckoutActions, CheckoutInput } from '../checkout.actions.d.ts';

declare const actions: CheckoutActions;

const carriers = ['express', 'parcel'] as const;

export default async function checkout({ order, goods }: CheckoutInput) {
  let price = 0;
  const carrier = await Promise.any(
    carriers.map(async (carrier) => {
      ({ price } = await actions.quote({ order, carrier }));
      return carrier;
    }),
  );
  await actions.reserve({ order });
  const amount = goods + price;
  const { receipt } = await pay(order, amount);
  await actions.ship({ order, carrier, receipt });
  return { paid: amount, carrier };
}

async function pay(order: string, amount: number): Promise<{ receipt: string }> {
  try {
    return await actions.charge({ order, amount });
  } catch (error) {
    const { receipt } = await actions.findPayment({ order });
    if (receipt === null) throw error;
    return { receipt };
  }
}
