// Made by `lockstep types` from sync.fuzz.ts: do not edit, run it again.

/**
 * What sync.workflow.ts may call. The script says so with:
 *
 *   import type { SyncActions } from './sync.actions.d.ts';
 *   declare const actions: SyncActions;
 */
export interface SyncActions {
  /** So many contacts that come after one. */
  readPage(input: { after: string | null; size: number }): Promise<{ contacts: { id: string; email: string; name: string | null }[] }>;
  /** Puts an address into the list, or changes its name. */
  subscribe(input: { list: string; email: string; name: string }): Promise<any>;
  /** Writes down what came of it. */
  report(input: { list: string; copied: number; refused: string[] }): Promise<any>;
}

/** What it is started with. */
export type SyncInput = { list: string };

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
