import type { ActionFailure, CallLog, CallLogEntry, Json, Outcome } from '../log/entry.ts';
import { Payload } from '../log/payload.ts';

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

/**
 * The call log inside an attempt: what came in, and what the attempt adds. It gives outcomes their orders: the lowest that is
 * free, so that they stay dense also where somebody punched holes into a finished log.
 */
export class LogRecord {
  readonly #entries: (Recorded | null)[];
  readonly #positionByOrder = new Map<number, number>();
  readonly #ordered: boolean;
  #orderMax = -1;
  #freeOrder = 0;

  constructor(log: CallLog) {
    this.#entries = log.map((entry) => (entry === null ? null : fromEntry(entry)));
    this.#entries.forEach((entry, position) => {
      if (entry?.type === 'action' && entry.order !== undefined) this.#index(entry.order, position);
    });
    this.#ordered = this.#positionByOrder.size > 0;
  }

  /** Whether the log that came in says in which order outcomes were delivered. */
  get ordered(): boolean {
    return this.#ordered;
  }

  /** How many positions have an entry or a hole. */
  get length(): number {
    return this.#entries.length;
  }

  at(position: number): Recorded | undefined {
    return this.#entries[position] ?? undefined;
  }

  /** The position whose outcome has this order. */
  positionOf(order: number): number | undefined {
    return this.#positionByOrder.get(order);
  }

  /** Whether some outcome has an order of at least `order`. */
  hasOrderFrom(order: number): boolean {
    return this.#orderMax >= order;
  }

  /** The lowest order from `order` on that an outcome has. */
  nextOrderFrom(order: number): number | undefined {
    for (let next = order; next <= this.#orderMax; next++) if (this.#positionByOrder.has(next)) return next;
    return undefined;
  }

  /** The lowest position from `from` on that has an entry. */
  nextEntryFrom(from: number): number | undefined {
    for (let position = from; position < this.#entries.length; position++) {
      if (this.at(position) !== undefined) return position;
    }
    return undefined;
  }

  putRead(position: number, type: 'now' | 'random', response: number): void {
    this.#put(position, { type, response });
  }

  /** Records how a fresh call settled and gives its outcome the next order. */
  putOutcome(position: number, call: { name: string; inputText: string }, outcome: SettledText): void {
    const entry: RecordedAction = {
      type: 'action',
      name: call.name,
      input: Payload.ofText(call.inputText),
      failed: outcome.failed,
      outcome: Payload.ofText(outcome.text),
      order: undefined,
      at: undefined,
    };
    this.#put(position, entry);
    this.giveOrder(position, entry);
  }

  /** Gives a recorded outcome the next free order, if it has none. */
  giveOrder(position: number, entry: RecordedAction): void {
    if (entry.order !== undefined) return;
    while (this.#positionByOrder.has(this.#freeOrder)) this.#freeOrder++;
    entry.order = this.#freeOrder;
    this.#index(this.#freeOrder, position);
  }

  /** The log as it stands. Outcomes of an unordered log that were not delivered come after the delivered ones, by position. */
  toCallLog(positions: number): CallLog {
    const log: CallLog = [];
    let order = this.#orderMax + 1;
    for (let position = 0; position < Math.max(positions, this.#entries.length); position++) {
      const entry = this.at(position);
      const orderGiven = entry?.type === 'action' ? (entry.order ?? order++) : undefined;
      log.push(entry === undefined ? null : toEntry(entry, orderGiven));
    }
    return withoutTrailingHoles(log, positions);
  }

  #index(order: number, position: number): void {
    this.#positionByOrder.set(order, position);
    if (order > this.#orderMax) this.#orderMax = order;
  }

  #put(position: number, entry: Recorded): void {
    while (this.#entries.length < position) this.#entries.push(null);
    this.#entries[position] = entry;
  }
}

/** An outcome as text, the way the log keeps it. */
export interface SettledText {
  readonly failed: boolean;
  readonly text: string;
}

/** Holes of the log that came in and were never reserved say nothing. */
function withoutTrailingHoles(log: CallLog, positions: number): CallLog {
  while (log.length > positions && log.at(-1) === null) log.pop();
  return log;
}

function fromEntry(entry: CallLogEntry): Recorded {
  if (entry.type !== 'action') return { type: entry.type, response: entry.response };
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
export function toEntry(entry: Recorded, order?: number | undefined): CallLogEntry {
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
