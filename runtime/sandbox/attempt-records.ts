import type { Call } from '../session/types.ts';
import type { AttemptHost } from './attempt-host.ts';
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

function reservation({ position, name, input }: Call): JournalRecord {
  return { type: 'reservation', position, name, input };
}
