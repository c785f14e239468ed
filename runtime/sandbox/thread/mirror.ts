import type { CallLog, CallLogEntry, Outcome } from '../../log/entry.ts';
import { sleepUntil } from '../../log/sleep.ts';
import type { Warning } from '../../script/index.ts';
import type { ConsoleLine } from '../../session/types.ts';
import type { PositionedEntry } from '../attempt-host.ts';
import type { AttemptPhase, AttemptStep } from '../attempt-step.ts';
import { NextOrder } from '../next-order.ts';
import { OpenCalls } from './open-calls.ts';
import type { News, Op, Past, PlainOptions } from './protocol.ts';
import { Stamps } from './stamps.ts';

/**
 * What the main thread knows of an attempt that lives in another: everything it was told and all that it has read, so that it
 * can be made again; and its log, of which this is the authority. An outcome gets its order and its time here, and is in the
 * log before it is posted.
 */
export class Mirror {
  readonly options: PlainOptions;
  readonly #ops: Op[] = [];
  readonly #reads: number[] = [];
  /** What this attempt has added to the log. */
  readonly #added = new Map<number, CallLogEntry>();
  /** Orders of entries that came without. */
  readonly #orders = new Map<number, number>();
  readonly #nextOrder: NextOrder;
  readonly #stamps: Stamps | undefined;
  readonly #calls: OpenCalls;
  readonly console: ConsoleLine[] = [];
  #warnings: readonly Warning[] = [];
  #phase: AttemptPhase = 'running';
  #news: News = { aborted: false, ended: false, delivered: 0, positions: 0 };

  constructor(options: PlainOptions) {
    this.options = options;
    this.#nextOrder = new NextOrder(options.callLog ?? []);
    this.#calls = new OpenCalls(options.initial?.pending ?? []);
    if ((options.header?.clock ?? options.clock) === 'event') this.#stamps = new Stamps(options);
  }

  /** As of the last report. */
  get news(): News {
    return this.#news;
  }

  get warnings(): readonly Warning[] {
    return this.#warnings;
  }

  /** Whether outcomes are delivered as they settle. */
  get delivers(): boolean {
    return this.#phase === 'running' || this.#phase === 'sleeping';
  }

  get past(): Past {
    return { ops: this.#ops, reads: this.#reads };
  }

  get calls(): OpenCalls {
    return this.#calls;
  }

  /** The entry that an outcome is recorded with if it settles now. */
  entryOf(position: number, outcome: Outcome): CallLogEntry {
    const { name, input } = this.#calls.at(position);
    const at = this.#stamps?.next(sleepUntil({ name, input }));
    const order = this.#nextOrder.after(this.#news.delivered);
    return { type: 'action', name, input, ...outcome, order, ...(at !== undefined && { at }) };
  }

  /** Records an outcome, before anybody is told of it. */
  record(position: number, outcome: Outcome, delivers: boolean): { order?: number; at?: string } {
    const entry = this.entryOf(position, outcome);
    this.#added.set(position, entry);
    this.#calls.settled(position);
    this.#nextOrder.settled(delivers);
    if (entry.type !== 'action') return {};
    if (entry.at !== undefined) this.#stamps?.given();
    return {
      ...(entry.order !== undefined && { order: entry.order }),
      ...(entry.at !== undefined && { at: entry.at }),
    };
  }

  /** The attempt has done as it was told. */
  acknowledge(op: Op | undefined, news: News | undefined, step: AttemptStep | undefined): void {
    if (op !== undefined) this.#ops.push(op);
    if (news !== undefined) this.#take(news);
    if (step === undefined) return;
    this.#phase = step.phase;
    this.#calls.handedOut(step);
  }

  /** The attempt did not get as far as doing what it was told. */
  cutShort(op: Op | undefined): void {
    if (op?.type === 'settle' && !('interrupt' in op.settlement) && this.delivers) this.#nextOrder.withheld();
  }

  readsFrom(from: number): PositionedEntry[] {
    const reads = [...this.#added].filter(([position, { type }]) => position >= from && type !== 'action');
    return reads.map(([position, entry]) => ({ position, entry }));
  }

  /** The log as it stands, as a session would give it. A fresh array. */
  get callLog(): CallLog {
    const given = this.options.callLog ?? [];
    const log: CallLog = given.map((entry, position) => this.#withOrder(entry, position));
    for (const [position, entry] of this.#added) {
      while (log.length < position) log.push(null);
      log[position] = entry;
    }
    const { positions } = this.#news;
    while (log.length < positions) log.push(null);
    while (log.length > positions && log.at(-1) === null) log.pop();
    return this.#wantsOrders ? withLastOrders(log) : log;
  }

  get #wantsOrders(): boolean {
    const first = (this.options.callLog ?? []).find((entry) => entry?.type === 'action');
    return first?.type === 'action' && first.order === undefined;
  }

  #withOrder(entry: CallLogEntry | null, position: number): CallLogEntry | null {
    const order = this.#orders.get(position);
    return order === undefined || entry?.type !== 'action' ? entry : { ...entry, order };
  }

  #take(news: News): void {
    this.#news = news;
    for (const [position, type, response] of news.reads ?? []) {
      this.#reads.push(response);
      this.#added.set(position, { type, response });
    }
    for (const [position, order] of news.orders ?? []) this.#orders.set(position, order);
    for (const line of news.console ?? []) this.console.push(line);
    if (news.warnings !== undefined) this.#warnings = news.warnings;
  }
}

/** Outcomes that were not delivered come after those that were, by position. */
function withLastOrders(log: CallLog): CallLog {
  let next = Math.max(-1, ...log.map((entry) => (entry?.type === 'action' ? (entry.order ?? -1) : -1))) + 1;
  return log.map((entry) =>
    entry?.type === 'action' && entry.order === undefined ? { ...entry, order: next++ } : entry,
  );
}
