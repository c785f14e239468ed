import type { CallLog } from '../log/entry.ts';

/** An outcome of the log that came in, and when it is due. */
export interface DueOutcome {
  readonly order: number;
  readonly position: number;
}

/**
 * The orders of an attempt: which outcome of the log is due next, and which order a fresh outcome takes. Both only ever move
 * forward, so each is a walk along the log's orders, sorted once.
 */
export class Orders {
  readonly #due: readonly DueOutcome[];
  #nextDue = 0;
  #free = 0;
  /** Where the walk for free orders stands. */
  #nextTaken = 0;

  /**
   * @param positions where in the log outcomes can be due: all of it by default.
   * @param delivered how many outcomes the attempt begins with: the lowest order that can be free.
   */
  constructor(log: CallLog, positions: Iterable<number> = log.keys(), delivered = 0) {
    this.#due = dueOutcomes(log, positions);
    this.#free = delivered;
  }

  /** Whether the log says in which order outcomes were delivered. */
  get given(): boolean {
    return this.#due.length > 0;
  }

  /** The first outcome of the log whose order is `order` or greater. Asked with ascending orders. */
  dueFrom(order: number): DueOutcome | undefined {
    while (this.#nextDue < this.#due.length && (this.#due[this.#nextDue] as DueOutcome).order < order) this.#nextDue++;
    return this.#due[this.#nextDue];
  }

  /** The lowest order that no outcome has, which has it from now on. */
  takeFree(): number {
    while (this.#due[this.#nextTaken]?.order === this.#free) {
      this.#nextTaken++;
      this.#free++;
    }
    return this.#free++;
  }

  /** One more than the greatest order that is taken. */
  get end(): number {
    return Math.max(this.#free, (this.#due.at(-1)?.order ?? -1) + 1);
  }
}

function dueOutcomes(log: CallLog, positions: Iterable<number>): DueOutcome[] {
  const due: DueOutcome[] = [];
  let sorted = true;
  for (const position of positions) {
    const entry = log[position];
    if (entry?.type !== 'action' || entry.order === undefined) continue;
    sorted &&= entry.order > (due.at(-1)?.order ?? -1);
    due.push({ order: entry.order, position });
  }
  return sorted ? due : due.sort((a, b) => a.order - b.order);
}
