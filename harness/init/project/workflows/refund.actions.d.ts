// Made by `lockstep types` from refund.fuzz.ts: do not edit, run it again.

/**
 * What refund.workflow.ts may call. The script says so with:
 *
 *   import type { RefundActions } from './refund.actions.d.ts';
 *   declare const actions: RefundActions;
 */
export interface RefundActions {
  /** Looks an order up. */
  getOrder(input: { id: string }): Promise<{ id: string; total: number }>;
  /** Asks somebody in the office. */
  askHuman(input: { question: string }): Promise<boolean>;
  /** Pays money back. */
  refund(input: { id: string; amount: number }): Promise<{ ok: true }>;
  /** Writes to the customer. */
  notify(input: { orderId: string; text: string }): Promise<any>;
}

/** What it is started with. */
export type RefundInput = { orderId: string };

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
