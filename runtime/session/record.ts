import type { ActionFailure, CallLog, CallLogEntry, Json, Outcome } from '../log/entry.ts';
import { Payload } from '../log/payload.ts';
import { type DueOutcome, Orders } from './orders.ts';

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
}

/**
 * The call log inside an attempt: what came in, and what the attempt adds. An entry that came in is unpacked when the script
 * gets to it. Fresh outcomes take the lowest order that is free, so that orders stay dense also where somebody punched holes
 * into a finished log.
 */
export class LogRecord {
  readonly #given: CallLog;
  /** What was unpacked or recorded so far, by position. */
  readonly #entries: (Recorded | undefined)[] = [];
  readonly #orders: Orders;

  constructor(given: CallLog) {
    this.#given = given;
    this.#orders = new Orders(given);
  }

  /** Whether the log that came in says in which order outcomes were delivered. */
  get ordered(): boolean {
    return this.#orders.given;
  }

  at(position: number): Recorded | undefined {
    const known = this.#entries[position];
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
    this.#put(position, { type, response });
  }

  /** Records how a fresh call settled and gives its outcome the next order. */
  putOutcome(position: number, call: { name: string; inputText: string }, outcome: SettledText): void {
    this.#put(position, {
      type: 'action',
      name: call.name,
      input: Payload.ofText(call.inputText),
      failed: outcome.failed,
      outcome: Payload.ofText(outcome.text),
      order: this.#orders.takeFree(),
      at: undefined,
    });
  }

  /** Gives a recorded outcome of a log without orders the next one. */
  giveOrder(entry: RecordedAction): void {
    entry.order ??= this.#orders.takeFree();
  }

  /** The log as it stands. Outcomes of an unordered log that were not delivered come after the delivered ones, by position. */
  toCallLog(positions: number): CallLog {
    const log: CallLog = [];
    let order = this.#orders.end;
    for (let position = 0; position < Math.max(positions, this.#given.length); position++) {
      const entry = this.at(position);
      if (entry?.type !== 'action') log.push(entry === undefined ? null : toEntry(entry));
      else log.push(toEntry(entry, entry.order ?? order++));
    }
    return withoutTrailingHoles(log, positions);
  }

  #put(position: number, entry: Recorded): Recorded {
    while (this.#entries.length < position) this.#entries.push(undefined);
    this.#entries[position] = entry;
    return entry;
  }
}

/** Holes of the log that came in and were never reserved say nothing. */
function withoutTrailingHoles(log: CallLog, positions: number): CallLog {
  while (log.length > positions && log.at(-1) === null) log.pop();
  return log;
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
