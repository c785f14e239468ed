// Made by `lockstep types` from order.fuzz.ts: do not edit, run it again.

/**
 * What order.workflow.ts may call. The script says so with:
 *
 *   import type { OrderActions } from './order.actions.d.ts';
 *   declare const actions: OrderActions;
 */
export interface OrderActions {
  getOrder(input: { id: string }): Promise<{
    customer: string;
    country: 'AT' | 'CH' | 'DE' | 'FR' | 'IT' | 'UK' | 'US';
    total: number;
    coupon: string | null;
    lines: string[];
  }>;
  getCustomer(input: { id: string }): Promise<{
    tier: 'none' | 'silver' | 'gold';
    years: number;
    country: 'AT' | 'CH' | 'DE' | 'FR' | 'IT' | 'UK' | 'US';
  }>;
  customs(input: { country: 'AT' | 'CH' | 'DE' | 'FR' | 'IT' | 'UK' | 'US'; total: number }): Promise<{ status: 'free' | 'held' | 'refused'; duty: number; reference: string }>;
  askCustoms(input: { reference: string }): Promise<{ free: boolean; fee: number }>;
  charge(input: { orderId: string; amount: number; attempt: number }): Promise<{ receipt: string }>;
  alert(input: { orderId: string; attempt: number }): Promise<any>;
  askDesk(input: { orderId: string; again: boolean }): Promise<{ decision: 'invoice' | 'cancel'; days: number }>;
}

/** What it is started with. */
export type OrderInput = { orderId: string };

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
