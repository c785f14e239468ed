import type { SleepingCall } from './attempt-step.ts';

/** Sleeping calls in the order in which they are over: by time, then by position. */
export class SleepQueue {
  /** The last one is over first. */
  readonly #sleeps: SleepingCall[] = [];

  get first(): SleepingCall | undefined {
    return this.#sleeps.at(-1);
  }

  add(sleep: SleepingCall): void {
    this.#sleeps.splice(this.#indexOf(sleep), 0, sleep);
  }

  /** A sleep that was added. */
  remove(sleep: SleepingCall): void {
    this.#sleeps.splice(this.#indexOf(sleep), 1);
  }

  /** Where a sleep is, or belongs. */
  #indexOf(sleep: SleepingCall): number {
    let [from, to] = [0, this.#sleeps.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if (isOverLater(this.#sleeps[middle] as SleepingCall, sleep)) from = middle + 1;
      else to = middle;
    }
    return from;
  }
}

function isOverLater(a: SleepingCall, b: SleepingCall): boolean {
  return a.until > b.until || (a.until === b.until && a.position > b.position);
}
