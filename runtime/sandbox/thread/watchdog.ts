import { every } from '../ambient.ts';
import { type Progress, turnsEnded, underWay } from './protocol.ts';

/** How often a thread is looked at, in milliseconds. */
const ticks = { least: 5, most: 250, perWall: 8 };

/**
 * Watches a thread that is busy. It goes by what it sees itself, at each look: a thread that has shown no progress at so many
 * looks in a row hangs. A host that was suspended, or too busy to look, kills nobody for it.
 */
export class Watchdog {
  readonly #progress: Progress;
  readonly #wallMsOf: (errand: number) => number | undefined;
  readonly #hangs: (errand: number) => void;
  #seen = { errand: 0, turns: 0 };
  #stillMs = 0;
  #tickMs = 0;
  #cancel: (() => void) | undefined;

  /**
   * @param wallMsOf what a turn of an errand may take, in milliseconds.
   * @param hangs told of the errand under way when its turn has taken longer.
   */
  constructor(progress: Progress, wallMsOf: (errand: number) => number | undefined, hangs: (errand: number) => void) {
    this.#progress = progress;
    this.#wallMsOf = wallMsOf;
    this.#hangs = hangs;
  }

  /** From now on it looks often enough for turns of `wallMs`. */
  watch(wallMs: number): void {
    const tickMs = Math.min(ticks.most, Math.max(ticks.least, Math.floor(wallMs / ticks.perWall)));
    if (this.#cancel !== undefined && this.#tickMs <= tickMs) return;
    this.#cancel?.();
    this.#tickMs = tickMs;
    this.#cancel = every(tickMs, () => this.#look());
  }

  rest(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    this.#stillMs = 0;
  }

  #look(): void {
    const errand = Atomics.load(this.#progress, underWay);
    const turns = Atomics.load(this.#progress, turnsEnded);
    const isStill = errand !== 0 && errand === this.#seen.errand && turns === this.#seen.turns;
    this.#seen = { errand, turns };
    this.#stillMs = isStill ? this.#stillMs + this.#tickMs : 0;
    const wallMs = this.#wallMsOf(errand);
    if (wallMs !== undefined && this.#stillMs >= wallMs) this.#hangs(errand);
  }
}
