import type { ActionFailure, CallLog, CallLogEntry, Json, Outcome } from '../log/entry.ts';
import { toJsonText } from '../log/json-text.ts';
import { KnownResponse } from '../log/known-text.ts';
import { Payload } from '../log/payload.ts';
import { type DueOutcome, Orders } from './orders.ts';
import { PositionTable } from './position-table.ts';

/** A recorded action call. Input and outcome stay in whichever form they came until the other is asked for. */
export interface RecordedAction {
  readonly type: 'action';
  readonly name: string;
  readonly input: Payload;
  readonly failed: boolean;
  /** The response, or the failure where `failed`. */
  readonly outcome: Payload;
  order: number | undefined;
  readonly at: string | undefined;
}

export type Recorded = RecordedAction | { readonly type: 'now' | 'random'; readonly response: number };

/** An outcome as text, the way the log keeps it. */
export interface SettledText {
  readonly failed: boolean;
  readonly text: string;
  /** The same as a value, where it is at hand and nobody changes it. */
  readonly value?: Json;
}

/** What of a log an attempt looks at that goes on from a snapshot. */
export interface Beyond {
  /** How many positions were reserved then. */
  readonly positions: number;
  /** What the log has now of calls that were open then, or not reserved yet. Ascending. */
  readonly entries: ReadonlyMap<number, CallLogEntry>;
  readonly delivered: number;
}

/**
 * The call log inside an attempt: what came in, and what the attempt adds. An entry that came in is unpacked when the script
 * gets to it. Fresh outcomes take the lowest order that is free, so that orders stay dense also where somebody punched holes
 * into a finished log.
 */
export class LogRecord {
  readonly #given: CallLog;
  /** What was unpacked or recorded so far, by position. */
  readonly #entries: PositionTable<Recorded>;
  /** Positions that this attempt has recorded. */
  readonly #added: number[] = [];
  readonly #orders: Orders;
  readonly #ordered: boolean;

  /** @param beyond where an attempt that goes on from a snapshot begins; what lies before it is never looked at. */
  constructor(given: CallLog, beyond?: Beyond) {
    this.#given = given;
    this.#entries = new PositionTable(beyond?.positions ?? 0);
    beyond?.entries.forEach((entry, position) => {
      this.#put(position, fromEntry(entry));
    });
    this.#orders = new Orders(given, beyond?.entries.keys(), beyond?.delivered);
    this.#ordered = beyond !== undefined || this.#orders.given;
  }

  /** Whether the log that came in says in which order outcomes were delivered. */
  get ordered(): boolean {
    return this.#ordered;
  }

  at(position: number): Recorded | undefined {
    const known = this.#entries.at(position);
    if (known !== undefined) return known;
    const given = this.#given[position];
    return given === undefined || given === null ? undefined : this.#put(position, fromEntry(given));
  }

  /** The first outcome of the log that came in whose order is `order` or greater. */
  dueFrom(order: number): DueOutcome | undefined {
    return this.#orders.dueFrom(order);
  }

  /** The lowest position from `from` on that the log that came in has an entry for. */
  nextEntryFrom(from: number): number | undefined {
    for (let position = from; position < this.#given.length; position++) {
      if (this.#given[position] !== null) return position;
    }
    return undefined;
  }

  putRead(position: number, type: 'now' | 'random', response: number): void {
    this.#added.push(position);
    this.#put(position, { type, response });
  }

  /** Records how a fresh call settled and gives its outcome the next order. */
  putOutcome(position: number, call: { name: string; inputText: string }, outcome: SettledText, at?: string): void {
    this.#added.push(position);
    this.#put(position, {
      type: 'action',
      name: call.name,
      input: Payload.ofText(call.inputText),
      failed: outcome.failed,
      outcome: Payload.ofText(outcome.text, outcome.value),
      order: this.#orders.takeFree(),
      at,
    });
  }

  /** Gives a recorded outcome of a log without orders the next one. */
  giveOrder(entry: RecordedAction): void {
    entry.order ??= this.#orders.takeFree();
  }

  /** The log as it stands. Outcomes of an unordered log that were not delivered come after the delivered ones, by position. */
  toCallLog(positions: number): CallLog {
    const log = this.#given.slice();
    let order = this.#orders.end;
    while (log.length < positions) log.push(null);
    if (this.#ordered) {
      // What came in is as it was; only what this attempt has added is put in its place.
      for (const position of this.#added) log[position] = this.#entry(position);
    } else {
      for (let position = 0; position < log.length; position++) log[position] = this.#entry(position, () => order++);
    }
    return withoutTrailingHoles(log, positions);
  }

  #entry(position: number, nextOrder: () => number = noOrder): CallLogEntry | null {
    const entry = this.at(position);
    if (entry === undefined) return null;
    return entry.type === 'action' ? toEntry(entry, entry.order ?? nextOrder()) : toEntry(entry);
  }

  #put(position: number, entry: Recorded): Recorded {
    this.#entries.put(position, entry);
    return entry;
  }
}

/** Holes of the log that came in and were never reserved say nothing. */
function withoutTrailingHoles(log: CallLog, positions: number): CallLog {
  while (log.length > positions && log.at(-1) === null) log.pop();
  return log;
}

function noOrder(): never {
  throw new Error('an outcome of an ordered log has no order');
}

function fromEntry(entry: CallLogEntry): Recorded {
  if (entry.type !== 'action') return entry;
  const failed = 'error' in entry;
  return {
    type: 'action',
    name: entry.name,
    input: Payload.ofValue(entry.input),
    failed,
    outcome: Payload.ofValue(failed ? (entry.error as unknown as Json) : entry.response),
    order: entry.order,
    at: entry.at,
  };
}

/** An entry in its public form. */
export function toEntry(entry: Recorded, order?: number): CallLogEntry {
  if (entry.type !== 'action') return { type: entry.type, response: entry.response };
  return {
    type: 'action',
    name: entry.name,
    input: entry.input.value,
    ...settledFields(entry),
    ...(order !== undefined && { order }),
    ...(entry.at !== undefined && { at: entry.at }),
  };
}

function settledFields(entry: RecordedAction): Outcome {
  return entry.failed ? { error: entry.outcome.value as unknown as ActionFailure } : { response: entry.outcome.value };
}

/** An outcome as the log's text. The value that the script will see is parsed from this, live and on replay. */
export function settledText(outcome: Outcome): SettledText {
  if ('error' in outcome) return { failed: true, text: toJsonText(outcome.error) };
  const text = KnownResponse.textOf(outcome);
  if (text === undefined) return { failed: false, text: toJsonText(outcome.response) };
  return { failed: false, text, value: outcome.response };
}
