import { MisuseError } from '../errors.ts';
import type { Json } from '../log/entry.ts';
import { sleepName, sleepUntil } from '../log/sleep.ts';
import { isStamp, parseStamp } from '../log/stamp.ts';
import { HybridClock } from './hybrid-clock.ts';
import type { OpenCall } from './open-calls.ts';

/**
 * Time under `clock: 'event'`: for the script it is the time of the event that resumed it, and stands still within a turn.
 * Outcomes get their stamps here, from the driver's clock.
 */
export class EventTime {
  readonly #clock: HybridClock;
  #now: number;
  #latest: string | undefined;
  #next: string | undefined;

  /**
   * @param startedAt what the script is told before the first delivery, in milliseconds since the epoch.
   * @param now the driver's clock.
   */
  constructor(startedAt: number, now: () => number) {
    this.#now = startedAt;
    this.#clock = new HybridClock(now, startedAt);
  }

  /** Milliseconds since the epoch, as the script sees them: the wall part of the greatest stamp delivered so far. */
  get now(): number {
    return this.#now;
  }

  /** The greatest stamp delivered so far. An attempt that goes on elsewhere is told it by `delivered`, and nothing else. */
  get latest(): string | undefined {
    return this.#latest;
  }

  /** An outcome with this stamp reaches the script. */
  delivered(stamp: string): void {
    this.#clock.saw(stamp);
    if (this.#next !== undefined && this.#next <= stamp) this.#next = undefined;
    if (this.#latest !== undefined && stamp <= this.#latest) return;
    this.#latest = stamp;
    this.#now = Math.max(this.#now, parseStamp(stamp).wallMs);
  }

  /**
   * The stamp of the next outcome: the same until one is recorded, so that whoever writes an entry down ahead of its delivery
   * writes what will be in the log.
   *
   * @param floorMs the least time it may say.
   */
  next(floorMs = 0): string {
    if (this.#next === undefined || parseStamp(this.#next).wallMs < floorMs) this.#next = this.#clock.next(floorMs);
    return this.#next;
  }

  /** An outcome was recorded with this stamp. */
  recorded(stamp: string): void {
    this.#clock.saw(stamp);
    this.#next = undefined;
  }
}

/** The least event time at which a call can settle: for a sleep, when it is over; the script reckons with that. */
export function earliestEnd({ name, inputText }: OpenCall): number {
  return name === sleepName ? (sleepUntil({ name, input: JSON.parse(inputText) as Json }) ?? 0) : 0;
}

/** A stamp that the driver gives to an outcome. */
export function givenStamp(at: string | undefined): string | undefined {
  if (at === undefined || isStamp(at)) return at;
  throw new MisuseError('EVENT_TIME', `The event time of an outcome is ${JSON.stringify(at)}, which is no stamp.`);
}
