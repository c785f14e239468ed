// Made by `lockstep types` from import.fuzz.ts: do not edit, run it again.

/**
 * What import.workflow.ts may call. The script says so with:
 *
 *   import type { ImportActions } from './import.actions.d.ts';
 *   declare const actions: ImportActions;
 */
export interface ImportActions {
  listBatches(input: { day: string }): Promise<{ batches: string[] }>;
  fetchBatch(input: { batch: string }): Promise<{ rows: { key: string; amount: number }[] }>;
  load(input: { importId: string; rows: { key: string; amount: number }[] }): Promise<{ loaded: number }>;
  report(input: { day: string; loaded: number; failed: string[] }): Promise<any>;
}

/** What it is started with. */
export type ImportInput = { day: string };

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
