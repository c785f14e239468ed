// Made by `lockstep types` from renewal.fuzz.ts: do not edit, run it again.

/**
 * What renewal.workflow.ts may call. The script says so with:
 *
 *   import type { RenewalActions } from './renewal.actions.d.ts';
 *   declare const actions: RenewalActions;
 */
export interface RenewalActions {
  /** What a subscription costs. */
  getSubscription(input: { subscription: string }): Promise<{ price: number }>;
  /** Charges the card. */
  charge(input: { subscription: string; price: number }): Promise<{ receipt: string }>;
  /** Writes to the customer that the card was declined. */
  remind(input: { subscription: string; tries: number }): Promise<any>;
  /** Another month. */
  extend(input: { subscription: string }): Promise<any>;
  /** No further month until somebody pays. */
  suspend(input: { subscription: string }): Promise<any>;
}

/** What it is started with. */
export type RenewalInput = { subscription: string };

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
