/** Wrong: the undoing was written with one failure in mind; when two reservations fail together it is skipped. */
import type { TravelActions } from '../travel.actions.d.ts';

declare const actions: TravelActions;

export default async function book({ trip, nights, car }: { trip: string; nights: number; car: boolean }) {
  const attempts = await Promise.allSettled([
    actions.reserveFlight({ trip }),
    actions.reserveHotel({ trip, nights }),
    ...(car ? [actions.reserveCar({ trip })] : []),
  ]);
  const held = attempts.flatMap((attempt) => (attempt.status === 'fulfilled' ? [attempt.value] : []));
  if (held.length === attempts.length - 1) await undo(trip, held);
  if (held.length < attempts.length) return { booked: false, reason: 'not everything is free' };
  try {
    const { receipt } = await actions.charge({ trip, amount: held.reduce((sum, { price }) => sum + price, 0) });
    return { booked: true, receipt };
  } catch {
    await undo(trip, held);
    return { booked: false, reason: 'the card was declined' };
  }
}

async function undo(trip: string, held: { reservation: string }[]) {
  const reservations = held.map(({ reservation }) => reservation);
  const cancelled = await Promise.allSettled(reservations.map((reservation) => actions.cancel({ reservation })));
  const stuck = reservations.filter((_, i) => cancelled[i]?.status === 'rejected');
  if (stuck.length > 0) await actions.alertDesk({ trip, reservations: stuck });
}
