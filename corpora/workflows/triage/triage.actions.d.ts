// Made by `lockstep types` from triage.fuzz.ts: do not edit, run it again.

/**
 * What triage.workflow.ts may call. The script says so with:
 *
 *   import type { TriageActions } from './triage.actions.d.ts';
 *   declare const actions: TriageActions;
 */
export interface TriageActions {
  searchDocs(input: { query: string }): Promise<{ hits: string[] }>;
  searchTickets(input: { query: string }): Promise<{ hits: string[] }>;
  customer(input: { ticket: string }): Promise<{ plan: 'free' | 'paid' }>;
  decide(input: { text: string; found: string[]; plan: string; round: number }): Promise<{ next: 'search'; query: string } | { next: 'answer'; reply: string } | { next: 'escalate' }>;
  askPerson(input: { ticket: string; found: string[] }): Promise<{ reply: string }>;
  draftReply(input: { ticket: string; found: string[] }): Promise<{ reply: string }>;
  post(input: { ticket: string; reply: string; by: 'person' | 'draft' | 'agent' }): Promise<any>;
}

/** What it is started with. */
export type TriageInput = { ticket: string; text: string };

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
