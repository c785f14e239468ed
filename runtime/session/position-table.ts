/**
 * Values by position. Most positions that an attempt looks at lie close together; one that goes on from a snapshot begins far up,
 * and has a few that were open before: an array that began at 0 would be as long as the whole log.
 */
export class PositionTable<Value> {
  readonly #from: number;
  readonly #values: (Value | undefined)[] = [];
  readonly #before = new Map<number, Value>();

  /** @param from the position where the attempt begins. */
  constructor(from: number) {
    this.#from = from;
  }

  at(position: number): Value | undefined {
    return position < this.#from ? this.#before.get(position) : this.#values[position - this.#from];
  }

  put(position: number, value: Value): void {
    if (position < this.#from) {
      this.#before.set(position, value);
      return;
    }
    const index = position - this.#from;
    while (this.#values.length < index) this.#values.push(undefined);
    this.#values[index] = value;
  }

  remove(position: number): void {
    if (position < this.#from) this.#before.delete(position);
    else this.#values[position - this.#from] = undefined;
  }

  /** In position order. */
  *entries(): IterableIterator<[position: number, value: Value]> {
    yield* [...this.#before].sort(([a], [b]) => a - b);
    for (let index = 0; index < this.#values.length; index++) {
      const value = this.#values[index];
      if (value !== undefined) yield [this.#from + index, value];
    }
  }
}
