/** Wrong: all failures but a timeout count as not paid; but after a crash the bank refuses because it has been paid. */
import type { CheckoutActions, CheckoutInput } from '../checkout.actions.d.ts';

declare const actions: CheckoutActions;

const carriers = ['express', 'parcel'] as const;
const triesMax = 3;

export default async function checkout({ order, goods }: CheckoutInput) {
  const { carrier, price } = await Promise.any(
    carriers.map(async (carrier) => ({ carrier, ...(await actions.quote({ order, carrier })) })),
  );
  await actions.reserve({ order });
  const { receipt } = await pay(order, goods + price);
  await actions.ship({ order, carrier, receipt });
  return { paid: goods + price, carrier };
}

async function pay(order: string, amount: number): Promise<{ receipt: string }> {
  for (let tries = 1; ; tries++) {
    try {
      return await actions.charge({ order, amount });
    } catch (error) {
      const { code } = error as { code?: string };
      if (code === 'TIMEOUT') {
        const { receipt } = await actions.findPayment({ order });
        if (receipt !== null) return { receipt };
      }
      if (code === 'DECLINED' || tries === triesMax) throw error;
    }
  }
}
