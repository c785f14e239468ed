import { defineWorkflow } from 'lockstep/harness';
import { z } from 'zod';

interface Agency {
  /** Reservations that nobody has cancelled, by their number. */
  held: Set<string>;
  charged: number;
  /** Reservations that the desk was told about. */
  atDesk: Set<string>;
}

/** The same key gets the same number, however often it asks. */
function reserve(agency: Agency, what: string, key: string) {
  const reservation = `${what}-${key}`;
  agency.held.add(reservation);
  return { reservation, price: 100 };
}

const reservation = z.object({ reservation: z.string(), price: z.number().int().positive() });

export default defineWorkflow({
  name: 'travel',
  script: './travel.workflow.ts',
  input: z.object({ trip: z.string().min(1), nights: z.number().int().min(1).max(14), car: z.boolean() }),
  model: (): Agency => ({ held: new Set(), charged: 0, atDesk: new Set() }),
  actions: {
    reserveFlight: {
      input: z.object({ trip: z.string() }),
      output: reservation,
      fails: ['SOLD_OUT'],
      simulate: (_input, { model, idempotencyKey }) => reserve(model, 'flight', idempotencyKey),
    },
    reserveHotel: {
      input: z.object({ trip: z.string(), nights: z.number().int() }),
      output: reservation,
      fails: ['FULL'],
      simulate: (_input, { model, idempotencyKey }) => reserve(model, 'hotel', idempotencyKey),
    },
    reserveCar: {
      input: z.object({ trip: z.string() }),
      output: reservation,
      fails: ['NO_CARS'],
      simulate: (_input, { model, idempotencyKey }) => reserve(model, 'car', idempotencyKey),
    },
    charge: {
      input: z.object({ trip: z.string(), amount: z.number().positive() }),
      output: z.object({ receipt: z.string() }),
      fails: ['DECLINED'],
      simulate(input, { model, idempotencyKey }) {
        model.charged = input.amount;
        return { receipt: `receipt-${idempotencyKey}` };
      },
    },
    cancel: {
      input: z.object({ reservation: z.string() }),
      fails: ['TOO_LATE'],
      simulate(input, { model }) {
        model.held.delete(input.reservation);
        return null;
      },
    },
    alertDesk: {
      input: z.object({ trip: z.string(), reservations: z.array(z.string()).min(1) }),
      simulate(input, { model }) {
        for (const held of input.reservations) model.atDesk.add(held);
        return null;
      },
    },
  },
  invariants: {
    'a trip that is not booked leaves no reservation behind': ({ run, model }) => {
      if (run.status !== 'completed' || (run.value as { booked: boolean }).booked) return;
      const left = [...model.held].filter((held) => !model.atDesk.has(held));
      if (left.length > 0) return `still held, and nobody knows: ${left.join(', ')}`;
    },
    'a booked trip is reserved and paid in full': ({ run, model, input }) => {
      if (run.status !== 'completed' || !(run.value as { booked: boolean }).booked) return;
      const parts = input.car ? 3 : 2;
      if (model.held.size !== parts) return `${model.held.size} of ${parts} parts are reserved`;
      if (model.charged !== parts * 100) return `charged ${model.charged} for ${parts} parts of 100`;
    },
    'nothing is charged for a trip that is not booked': ({ run, model }) => {
      if (run.status !== 'completed' || (run.value as { booked: boolean }).booked) return;
      if (model.charged > 0) return `${model.charged} was charged`;
    },
  },
});
