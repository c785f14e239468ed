/**
 * Books a trip: flight, hotel and, if wanted, a car are reserved at the same time, then the card is charged. If anything
 * fails, what was reserved is cancelled again; what cannot be cancelled goes to the travel desk.
 */
import type { TravelActions } from './travel.actions.d.ts';

declare const actions: TravelActions;

interface Trip {
  trip: string;
  nights: number;
  car: boolean;
}

export default async function book({ trip, nights, car }: Trip) {
  const attempts = await Promise.allSettled([
    actions.reserveFlight({ trip }),
    actions.reserveHotel({ trip, nights }),
    ...(car ? [actions.reserveCar({ trip })] : []),
  ]);
  const held = attempts.flatMap((attempt) => (attempt.status === 'fulfilled' ? [attempt.value] : []));
  const reservations = held.map(({ reservation }) => reservation);
  if (held.length < attempts.length) return undo(trip, reservations, 'not everything is free');
  try {
    const amount = held.reduce((sum, { price }) => sum + price, 0);
    const { receipt } = await actions.charge({ trip, amount });
    return { booked: true, receipt };
  } catch {
    return undo(trip, reservations, 'the card was declined');
  }
}

async function undo(trip: string, reservations: string[], reason: string) {
  const cancelled = await Promise.allSettled(reservations.map((reservation) => actions.cancel({ reservation })));
  const stuck = reservations.filter((_, i) => cancelled[i]?.status === 'rejected');
  if (stuck.length > 0) await actions.alertDesk({ trip, reservations: stuck });
  return { booked: false, reason };
}
