import type { Outcome } from '../log/entry.ts';
import type { Call } from '../session/types.ts';
import { AttemptRecords, type RecordedAttempt } from './attempt-records.ts';
import type { Settlement } from './attempt-step.ts';
import type { JournalStart } from './journal.ts';
import type { JournalWriter } from './journal-writer.ts';

/** Writes down what an attempt does, as it does it. */
export class AttemptJournal {
  readonly #writer: JournalWriter;
  readonly #records: AttemptRecords;

  constructor(writer: JournalWriter, attempt: RecordedAttempt, start: () => JournalStart) {
    this.#writer = writer;
    this.#records = new AttemptRecords(attempt, start);
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
    return this.#writer.append(this.#records.begin());
  }

  /** Before the calls of an exchange start: the reads that it made, and the calls, sleeps among them. */
  exchange(calls: readonly Call[]): Promise<void> {
    return this.#writer.append(this.#records.exchange(calls));
  }

  settlement(position: number, settlement: Settlement): Promise<void> {
    return this.#writer.append(this.#records.settlement(position, settlement));
  }

  outcome(position: number, outcome: Outcome): Promise<void> {
    return this.settlement(position, outcome);
  }
}
