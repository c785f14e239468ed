import { type Stopwatch, startCpuClock, startStopwatch } from './stopwatch.ts';

/** Without any processor time a thread may stand still so many times as long: it waits for something that never comes. */
const idleFactor = 15;

/**
 * Tells when something that shows no progress is given up. Time counts in so far as this process had a processor: what
 * stands still because the machine is busy with others is no failure of it.
 */
export class Watchdog {
  readonly #patienceMs: number;
  readonly #clocks: { readonly wall: Stopwatch; readonly cpu: Stopwatch };
  #last: { readonly progress: number | undefined; readonly wallMs: number; readonly cpuMs: number };
  #stillMs = 0;
  #waitedMs = 0;

  /** @param clocks for tests: the time and the processor time that have passed, in milliseconds. */
  constructor(patienceMs: number, clocks = { wall: startStopwatch(), cpu: startCpuClock() }) {
    this.#patienceMs = patienceMs;
    this.#clocks = clocks;
    this.#last = { progress: undefined, ...this.#now() };
  }

  /** To be asked every now and then. `progress` is a number that is another one whenever there was some. */
  isOver(progress: number): boolean {
    const before = this.#last;
    this.#last = { progress, ...this.#now() };
    const waitedMs = this.#last.wallMs - before.wallMs;
    const moves = progress !== before.progress;
    this.#stillMs = moves ? 0 : this.#stillMs + Math.min(waitedMs, this.#last.cpuMs - before.cpuMs);
    this.#waitedMs = moves ? 0 : this.#waitedMs + waitedMs;
    return this.#stillMs >= this.#patienceMs || this.#waitedMs >= this.#patienceMs * idleFactor;
  }

  #now(): { wallMs: number; cpuMs: number } {
    return { wallMs: this.#clocks.wall(), cpuMs: this.#clocks.cpu() };
  }
}
