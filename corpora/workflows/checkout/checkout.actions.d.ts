// Made by `lockstep types` from checkout.fuzz.ts: do not edit, run it again.

/**
 * What checkout.workflow.ts may call. The script says so with:
 *
 *   import type { CheckoutActions } from './checkout.actions.d.ts';
 *   declare const actions: CheckoutActions;
 */
export interface CheckoutActions {
  /** What a carrier takes for an order. */
  quote(input: { order: string; carrier: 'express' | 'parcel' }): Promise<{ price: number }>;
  /** Puts the goods aside. */
  reserve(input: { order: string }): Promise<any>;
  /** Puts the goods back. */
  release(input: { order: string }): Promise<any>;
  /** Charges the card. The bank knows a payment by its key, and refuses to make it twice. */
  charge(input: { order: string; amount: number }): Promise<{ receipt: string }>;
  /** The receipt of an order’s payment, or null where there is none. */
  findPayment(input: { order: string }): Promise<{ receipt: string | null }>;
  /** Hands the goods to a carrier. */
  ship(input: { order: string; carrier: 'express' | 'parcel'; receipt: string }): Promise<any>;
}

/** What it is started with. */
export type CheckoutInput = { order: string; goods: number };

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
