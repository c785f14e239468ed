import type { CallLog } from '../log/entry.ts';

/**
 * The order that the next outcome to settle will get, told before the session gives it, for whoever writes an entry down
 * ahead of its delivery. In a log with orders it is the lowest that is missing; one without gets them as it is delivered.
 */
export class NextOrder {
  readonly #taken = new Set<number>();
  #lowestFree = 0;
  #recorded = 0;

  constructor(callLog: CallLog) {
    for (const entry of callLog) {
      if (entry?.type === 'action' && entry.order !== undefined) this.#taken.add(entry.order);
    }
  }

  /** @param delivered how many outcomes the session has delivered. */
  after(delivered: number): number {
    if (this.#taken.size === 0) return delivered + this.#recorded;
    while (this.#taken.has(this.#lowestFree)) this.#lowestFree += 1;
    return this.#lowestFree;
  }

  /** An outcome that had settled to be delivered was not, after all. */
  withheld(): void {
    if (this.#taken.size === 0) this.#recorded += 1;
  }

  /** An outcome has settled, and was delivered, or only recorded. */
  settled(delivered: boolean): void {
    if (this.#taken.size > 0) this.#taken.add(this.after(0));
    else if (!delivered) this.#recorded += 1;
  }
}
