/** The list without some of its items: large pieces first, then smaller ones, at last one at a time (as ddmin does). */
export function* without<T>(list: readonly T[]): Generator<T[]> {
  for (let size = list.length; size >= 1; size = Math.floor(size / 2)) {
    for (let from = list.length - size; from >= 0; from -= size) {
      yield [...list.slice(0, from), ...list.slice(from + size)];
    }
  }
}

/** The list with one item replaced. */
export function withItem<T>(list: readonly T[], index: number, item: T): T[] {
  return list.map((other, at) => (at === index ? item : other));
}
