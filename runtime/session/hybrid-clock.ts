import { MisuseError } from '../errors.ts';
import { counterMax, parseStamp, type Stamp, stampText, wallMsMax } from '../log/stamp.ts';

/**
 * Gives ascending stamps from a clock that may stand still, jump ahead or go back: a stamp is never below one that was given or
 * seen before, and follows the clock as soon as that is ahead again.
 */
export class HybridClock {
  readonly #now: () => number;
  #last: Stamp;

  /**
   * @param now milliseconds since the epoch.
   * @param startMs no stamp is below this one.
   */
  constructor(now: () => number, startMs: number) {
    this.#now = now;
    this.#last = { wallMs: startMs, counter: -1 };
  }

  /** Takes note of a stamp that was given elsewhere, or earlier. */
  saw(text: string): void {
    const seen = parseStamp(text);
    if (isAfter(seen, this.#last)) this.#last = seen;
  }

  /**
   * The next stamp.
   *
   * @param floorMs the least wall part it may have.
   * @throws MisuseError `INVALID_SOURCE` if the clock gives no time, or one that no stamp can hold.
   */
  next(floorMs = 0): string {
    const wallMs = Math.max(this.#readNow(), Math.min(Math.ceil(floorMs), wallMsMax));
    this.#last = wallMs > this.#last.wallMs ? { wallMs, counter: 0 } : successor(this.#last);
    return stampText(this.#last);
  }

  #readNow(): number {
    const now = Math.floor(this.#now());
    if (now >= 0 && now <= wallMsMax) return now;
    throw new MisuseError('INVALID_SOURCE', `\`now\` must give milliseconds from 0 to ${wallMsMax}; it gave ${now}.`);
  }
}

function isAfter(a: Stamp, b: Stamp): boolean {
  return a.wallMs > b.wallMs || (a.wallMs === b.wallMs && a.counter > b.counter);
}

/** The stamp right after one: of the same millisecond, or of the next one where that is full. */
function successor({ wallMs, counter }: Stamp): Stamp {
  if (counter < counterMax) return { wallMs, counter: counter + 1 };
  if (wallMs < wallMsMax) return { wallMs: wallMs + 1, counter: 0 };
  throw new MisuseError('INVALID_SOURCE', 'There is no event time left: an outcome has the last stamp that there is.');
}
