/** Wrong: `Promise.all` gives up at the first failure, and what is reserved after it is never cancelled. */
import type { TravelActions } from '../travel.actions.d.ts';

declare const actions: TravelActions;

export default async function book({ trip, nights, car }: { trip: string; nights: number; car: boolean }) {
  const held: { reservation: string; price: number }[] = [];
  const keep = async (reserving: Promise<{ reservation: string; price: number }>) => {
    held.push(await reserving);
  };
  try {
    await Promise.all([
      keep(actions.reserveFlight({ trip })),
      keep(actions.reserveHotel({ trip, nights })),
      ...(car ? [keep(actions.reserveCar({ trip }))] : []),
    ]);
    const { receipt } = await actions.charge({ trip, amount: held.reduce((sum, { price }) => sum + price, 0) });
    return { booked: true, receipt };
  } catch (error) {
    await Promise.all(held.map(({ reservation }) => actions.cancel({ reservation })));
    return { booked: false, reason: String(error) };
  }
}
