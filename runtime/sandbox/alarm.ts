import { after, timerMaxMs, wallClock } from './ambient.ts';

/** Rings once at a time of the host's clock, or earlier: whoever hears it looks at the clock and sets it again. */
export class Alarm {
  /** Milliseconds since the epoch. */
  readonly until: number;
  readonly cancel: () => void;

  constructor(until: number, callback: () => void) {
    this.until = until;
    this.cancel = after(Math.min(Math.max(0, Math.ceil(until - wallClock())), timerMaxMs), callback);
  }
}
