// Made by `lockstep types` from returns.fuzz.ts: do not edit, run it again.

/**
 * What returns.workflow.ts may call. The script says so with:
 *
 *   import type { ReturnsActions } from './returns.actions.d.ts';
 *   declare const actions: ReturnsActions;
 */
export interface ReturnsActions {
  /** What was charged for an order, what was paid back already, and what comes back now. */
  getOrder(input: { order: string }): Promise<{ charged: number; refunded: number; items: { price: number }[] }>;
  /** Looks at an item that came back. */
  inspect(input: { order: string; item: number }): Promise<{ condition: 'new' | 'used' | 'broken' }>;
  /** Pays a part back. */
  refund(input: { order: string; item: number; amount: number }): Promise<any>;
  /** Writes to the customer what was paid. */
  notify(input: { order: string; paid: number; unpaid: number[] }): Promise<any>;
}

/** What it is started with. */
export type ReturnsInput = { order: string };

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
