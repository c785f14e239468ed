/**
 * Hands on in order what arrives in any: item 0, then 1, and so on. What is made of the items then depends on them
 * alone, and not on which thread was faster.
 */
export class InOrder<T> {
  readonly #take: (item: T) => void;
  readonly #early = new Map<number, T>();
  #next = 0;

  constructor(take: (item: T) => void) {
    this.#take = take;
  }

  /** What waits for an item that will not come any more is handed on as well. */
  finish(): void {
    const waiting = [...this.#early].sort(([a], [b]) => a - b);
    this.#early.clear();
    for (const [, item] of waiting) this.#take(item);
  }

  arrive(rank: number, item: T): void {
    this.#early.set(rank, item);
    for (let next = this.#early.get(this.#next); next !== undefined; next = this.#early.get(this.#next)) {
      this.#early.delete(this.#next++);
      this.#take(next);
    }
  }
}
