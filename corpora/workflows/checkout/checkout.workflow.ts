/**
 * Takes an order to its payment and its parcel. Carriers are asked for their prices at the same time, and the first one
 * that answers gets it. A payment of which nobody knows whether it came through is looked up before it is made again.
 */
import type { CheckoutActions, CheckoutInput } from './checkout.actions.d.ts';

declare const actions: CheckoutActions;

const carriers = ['express', 'parcel'] as const;
const triesMax = 3;

export default async function checkout({ order, goods }: CheckoutInput) {
  const { carrier, price } = await Promise.any(carriers.map((carrier) => offerOf(carrier, order)));
  await actions.reserve({ order });
  const amount = goods + price;
  try {
    const { receipt } = await pay(order, amount);
    await actions.ship({ order, carrier, receipt });
    return { paid: amount, carrier };
  } catch (error) {
    if (codeOf(error) !== 'DECLINED') throw error;
    await actions.release({ order });
    return { paid: 0 };
  }
}

async function offerOf(carrier: (typeof carriers)[number], order: string) {
  const { price } = await actions.quote({ order, carrier });
  return { carrier, price };
}

async function pay(order: string, amount: number): Promise<{ receipt: string }> {
  for (let tries = 1; ; tries++) {
    try {
      return await actions.charge({ order, amount });
    } catch (error) {
      const code = codeOf(error);
      if (code === 'DECLINED') throw error;
      // The answer was lost, or this very payment was made before a crash.
      const { receipt } = await actions.findPayment({ order });
      if (receipt !== null) return { receipt };
      if (code !== 'BUSY' || tries === triesMax) throw error;
    }
  }
}

function codeOf(error: unknown): string | undefined {
  return (error as { code?: string }).code;
}
