// Made by `lockstep types` from ticket.fuzz.ts: do not edit, run it again.

/**
 * What ticket.workflow.ts may call. The script says so with:
 *
 *   import type { TicketActions } from './ticket.actions.d.ts';
 *   declare const actions: TicketActions;
 */
export interface TicketActions {
  nextMessage(input: { ticket: string; state: string }): Promise<{
    type: 'question' | 'complaint' | 'refund' | 'thanks' | 'reopen' | 'spam' | 'end';
    priority: number;
    amount: number;
  }>;
  askManager(input: { amount: number }): Promise<boolean>;
  refund(input: { amount: number }): Promise<any>;
  notify(input: { ticket: string; text: string }): Promise<any>;
}

/** What it is started with. */
export type TicketInput = { ticket: string; vip: boolean };

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
