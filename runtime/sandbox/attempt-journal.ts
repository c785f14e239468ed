import type { CallLog, Outcome } from '../log/entry.ts';
import type { Attempt } from './attempt.ts';
import type { ExecutableCall, Settlement } from './attempt-step.ts';
import type { JournalRecord, JournalStart } from './journal.ts';
import type { JournalWriter } from './journal-writer.ts';

/** Writes down what an attempt does, as it does it. */
export class AttemptJournal {
  readonly #writer: JournalWriter;
  readonly #attempt: Attempt;
  readonly #start: JournalStart;
  /** Positions below this one that were read are written. */
  #readsUpTo = 0;

  constructor(writer: JournalWriter, attempt: Attempt, start: JournalStart) {
    this.#writer = writer;
    this.#attempt = attempt;
    this.#start = start;
  }

  get writes(): boolean {
    return this.#writer.writes;
  }

  get failure(): string | undefined {
    return this.#writer.failure;
  }

  hurry(): void {
    this.#writer.hurry();
  }

  begin(): Promise<void> {
    return this.#writer.append([this.#start]);
  }

  /** Before the calls of an exchange start: the reads that it made, and the calls. */
  exchange(calls: readonly ExecutableCall[]): Promise<void> {
    return this.#writer.append([...this.#newReads(calls.length), ...calls.map(reservation)]);
  }

  settlement(position: number, settlement: Settlement): Promise<void> {
    if (!('interrupt' in settlement)) return this.outcome(position, settlement);
    return this.#writer.append([{ type: 'interrupt', position, payload: settlement.interrupt }]);
  }

  outcome(position: number, outcome: Outcome): Promise<void> {
    return this.#writer.append([{ type: 'entry', position, entry: this.#attempt.entryOf(position, outcome) }]);
  }

  #newReads(calls: number): JournalRecord[] {
    const from = this.#readsUpTo;
    this.#readsUpTo = this.#attempt.session.positions;
    // The whole log is read out only where more positions were reserved than these calls took.
    return this.#readsUpTo - from === calls ? [] : readsFrom(this.#attempt.session.callLog, from, this.#start.callLog);
  }
}

function reservation({ position, name, input }: ExecutableCall): JournalRecord {
  return { type: 'reservation', position, name, input };
}

/** Clock and random reads from a position on, less those that were known at the start. */
function readsFrom(callLog: CallLog, from: number, known: CallLog): JournalRecord[] {
  return callLog.slice(from).flatMap((entry, index): JournalRecord[] => {
    const position = from + index;
    const isNewRead = entry !== null && entry.type !== 'action' && !known[position];
    return isNewRead ? [{ type: 'entry', position, entry }] : [];
  });
}
