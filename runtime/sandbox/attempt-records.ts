import type { CallLog } from '../log/entry.ts';
import type { RunHeader } from '../log/header.ts';
import type { Call } from '../session/types.ts';
import type { Attempt } from './attempt.ts';
import type { AttemptHost, PositionedEntry } from './attempt-host.ts';
import { type AttemptOptions, originOf } from './attempt-options.ts';
import type { Settlement } from './attempt-step.ts';
import type { JournalRecord, JournalStart } from './journal.ts';

/** What is asked of an attempt to write down what it does. */
export type RecordedAttempt = Pick<AttemptHost, 'positions' | 'entryOf' | 'readsFrom'>;

/**
 * What a journal says of an attempt, as it goes on. It only makes the records; whoever asks for them writes them before
 * it does what they are about. Each is to be asked for once, in the order in which things happen.
 */
export class AttemptRecords {
  readonly #attempt: RecordedAttempt;
  readonly #start: () => JournalStart;
  /** Positions below this one that were read are written. */
  #readsUpTo = 0;

  /** @param start asked for the first record, once the attempt has its header. */
  constructor(attempt: RecordedAttempt, start: () => JournalStart) {
    this.#attempt = attempt;
    this.#start = start;
  }

  begin(): JournalRecord[] {
    return [this.#start()];
  }

  /** Before the calls of an exchange start: the reads that it made, and the calls, sleeps among them. */
  exchange(calls: readonly Call[]): JournalRecord[] {
    return [...this.#newReads(calls.length), ...calls.map(reservation)];
  }

  /** Before a call that has settled is settled in the attempt. */
  settlement(position: number, settlement: Settlement): JournalRecord[] {
    if ('interrupt' in settlement) return [{ type: 'interrupt', position, payload: settlement.interrupt }];
    return [{ type: 'entry', position, entry: this.#attempt.entryOf(position, settlement) }];
  }

  #newReads(calls: number): JournalRecord[] {
    const from = this.#readsUpTo;
    this.#readsUpTo = this.#attempt.positions;
    // Reads are looked for only where more positions were reserved than these calls took.
    if (this.#readsUpTo - from === calls) return [];
    return this.#attempt.readsFrom(from).map(({ position, entry }) => ({ type: 'entry', position, entry }));
  }
}

/** The records of an attempt that lives here, for whoever drives one. */
export function recordsOf(attempt: Attempt, options: AttemptOptions): AttemptRecords {
  const recorded: RecordedAttempt = {
    get positions() {
      return attempt.session.positions;
    },
    entryOf: (position, outcome) => attempt.entryOf(position, outcome),
    readsFrom: (from) => freshReads(attempt.session.callLog, from, options.callLog ?? []),
  };
  return new AttemptRecords(recorded, () => journalStart(attempt.header, options));
}

/** What the attempt begins with. */
export function journalStart(header: RunHeader, options: AttemptOptions): JournalStart {
  return {
    type: 'start',
    ...originOf(header, options),
    callLog: options.callLog ?? [],
    pending: [...(options.initial?.pending ?? [])],
    ...(Object.keys(options.answers ?? {}).length > 0 && { answers: options.answers }),
  };
}

/** Clock and random reads of a log from a position on, less those that were known at the start. */
export function freshReads(callLog: CallLog, from: number, known: CallLog): PositionedEntry[] {
  return callLog.slice(from).flatMap((entry, index): PositionedEntry[] => {
    const position = from + index;
    const isNewRead = entry !== null && entry.type !== 'action' && !known[position];
    return isNewRead ? [{ position, entry }] : [];
  });
}

function reservation({ position, name, input }: Call): JournalRecord {
  return { type: 'reservation', position, name, input };
}
