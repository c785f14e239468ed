/**
 * A call, the call that was made when it settled, the call that was made when that one settled, and so on. It is what a
 * thread is to a scheduler of threads: what belongs to one chain happens one after the other, whatever the schedule.
 */
export interface Chain {
  /** The higher one goes first. */
  priority: number;
}

/** That the calls in flight are given up: a possibility as any other, which stands at no position. */
export const theEnd = -1;

/**
 * Tells which chain a call belongs to, by when it was seen first: the first of the calls that appear after a call has settled
 * goes on with its chain, the others begin new ones. As with threads, that is exact where it does not depend on the order
 * to whom a call belongs. Where it does (the call after a race is the winner's), it is true of the order that was run.
 */
export class Chains {
  readonly #begin: () => Chain;
  readonly #chains = new Map<number, Chain>();
  #last: Chain | undefined;
  #count = 0;

  constructor(begin: () => Chain) {
    this.#begin = begin;
  }

  /** How many there have been. */
  get count(): number {
    return this.#count;
  }

  /** The chains that these calls belong to. */
  of(candidates: readonly number[]): Chain[] {
    // An end that was passed by is over: the next one is another.
    if (!candidates.includes(theEnd)) this.#chains.delete(theEnd);
    return candidates.map((position) => this.#chains.get(position) ?? this.#adopt(position));
  }

  /** The call at a position settles next. */
  settle(position: number): void {
    this.#last = position === theEnd ? undefined : this.#chains.get(position);
    if (position === theEnd) this.#chains.delete(theEnd);
  }

  #adopt(position: number): Chain {
    const heir = position === theEnd ? undefined : this.#last;
    if (heir === undefined) this.#count++;
    else this.#last = undefined;
    const chain = heir ?? this.#begin();
    this.#chains.set(position, chain);
    return chain;
  }
}
