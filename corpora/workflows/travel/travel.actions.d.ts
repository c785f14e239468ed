// Made by `lockstep types` from travel.fuzz.ts: do not edit, run it again.

/**
 * What travel.workflow.ts may call. The script says so with:
 *
 *   import type { TravelActions } from './travel.actions.d.ts';
 *   declare const actions: TravelActions;
 */
export interface TravelActions {
  reserveFlight(input: { trip: string }): Promise<{ reservation: string; price: number }>;
  reserveHotel(input: { trip: string; nights: number }): Promise<{ reservation: string; price: number }>;
  reserveCar(input: { trip: string }): Promise<{ reservation: string; price: number }>;
  charge(input: { trip: string; amount: number }): Promise<{ receipt: string }>;
  cancel(input: { reservation: string }): Promise<any>;
  alertDesk(input: { trip: string; reservations: string[] }): Promise<any>;
}

/** What it is started with. */
export type TravelInput = { trip: string; nights: number; car: boolean };

declare global {
  interface Console {
    log(...values: unknown[]): void;
    info(...values: unknown[]): void;
    warn(...values: unknown[]): void;
    error(...values: unknown[]): void;
    debug(...values: unknown[]): void;
  }
  var console: Console;
  /** Ends after so many milliseconds, be they days: the run may pause meanwhile. */
  function sleep(ms: number): Promise<null>;
  function setTimeout<Args extends unknown[]>(callback: (...args: Args) => void, ms?: number, ...args: Args): number;
  function clearTimeout(id: number | undefined): void;
  function structuredClone<Value>(value: Value): Value;
}
