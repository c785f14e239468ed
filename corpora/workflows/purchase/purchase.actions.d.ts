// Made by `lockstep types` from purchase.fuzz.ts: do not edit, run it again.

/**
 * What purchase.workflow.ts may call. The script says so with:
 *
 *   import type { PurchaseActions } from './purchase.actions.d.ts';
 *   declare const actions: PurchaseActions;
 */
export interface PurchaseActions {
  /** What an item costs, and for how many hours. */
  getOffer(input: { item: string }): Promise<{ offer: string; price: number; hours: number }>;
  /** Asks somebody whether to buy. */
  approve(input: { who: 'owner' | 'deputy'; item: string; price: number }): Promise<boolean>;
  /** Takes an offer. */
  buy(input: { offer: string }): Promise<any>;
}

/** What it is started with. */
export type PurchaseInput = { item: string };

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
