import { HybridClock } from '../../session/hybrid-clock.ts';
import { wallClock } from '../ambient.ts';
import type { PlainOptions } from './protocol.ts';

/** Event times, given by this thread's clock. */
export class Stamps {
  readonly #clock: HybridClock;
  #next: string | undefined;
  #floorMs = 0;

  constructor({ startedAt, callLog = [] }: PlainOptions) {
    this.#clock = new HybridClock(wallClock, startedAt);
    for (const entry of callLog) if (entry?.type === 'action' && entry.at !== undefined) this.#clock.saw(entry.at);
  }

  /** The same until it is given to an outcome, so that what is written down is what will be in the log. */
  next(floorMs = 0): string {
    if (this.#next === undefined || this.#floorMs < floorMs) {
      this.#next = this.#clock.next(floorMs);
      this.#floorMs = floorMs;
    }
    return this.#next;
  }

  given(): void {
    this.#next = undefined;
    this.#floorMs = 0;
  }
}
