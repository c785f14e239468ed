import { after } from './ambient.ts';
import { failureOf } from './failure.ts';
import type { Journal, JournalRecord } from './journal.ts';

/**
 * Writes a run's journal, one append at a time. After the first failure it writes nothing any more, so that what is in
 * a journal is always a prefix of what happened.
 */
export class JournalWriter {
  readonly #journal: Journal | undefined;
  readonly #graceMs: number;
  #failure: string | undefined;
  #hurried = false;
  #hurry: (() => void) | undefined;

  constructor(journal: Journal | undefined, graceMs: number) {
    this.#journal = journal;
    this.#graceMs = graceMs;
  }

  /** Whether there is anybody to write for. */
  get writes(): boolean {
    return this.#journal !== undefined && this.#failure === undefined;
  }

  /** Why writing failed, if it did. */
  get failure(): string | undefined {
    return this.#failure;
  }

  /** Never rejects: see `failure`. */
  async append(records: readonly JournalRecord[]): Promise<void> {
    if (this.#journal === undefined || this.#failure !== undefined || records.length === 0) return;
    try {
      await this.#bounded(this.#journal.append(records));
    } catch (thrown) {
      this.#failure = failureOf(thrown).message;
    }
  }

  /** From now on an append gets the grace period and no more: a run that is being aborted does not wait for a stuck disk. */
  hurry(): void {
    this.#hurried = true;
    this.#hurry?.();
  }

  #bounded(append: Promise<void>): Promise<void> {
    return new Promise((resolve, reject) => {
      let cancel: () => void = () => {};
      const giveUp = () => reject(new Error('The journal did not finish an append after the run was aborted'));
      this.#hurry = () => {
        cancel();
        cancel = after(this.#graceMs, giveUp);
      };
      if (this.#hurried) this.#hurry();
      Promise.resolve(append)
        .then(resolve, reject)
        .finally(() => {
          cancel();
          this.#hurry = undefined;
        });
    });
  }
}
