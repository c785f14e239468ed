import { Arbitrary, type Random, type Stream, stream, Value } from 'fast-check';

/** Choices out of one generator of fast-check's: plain and unbiased, so that the weights of a grammar are what they say. */
export class Draw {
  constructor(private readonly random: Random) {}

  /** A whole number, both ends included. */
  int(min: number, max: number): number {
    return min === max ? min : this.random.nextInt(min, max);
  }

  chance(percent: number): boolean {
    return this.random.nextInt(0, 99) < percent;
  }

  pick<T>(list: readonly T[]): T {
    // In bounds: the index is drawn below the length, and nobody picks from an empty list.
    return list[this.int(0, list.length - 1)] as T;
  }

  /** One of a list that is not empty, in proportion to its weight. */
  weighted<T extends { readonly weight: number }>(list: readonly T[]): T {
    let left = this.int(
      1,
      list.reduce((sum, item) => sum + item.weight, 0),
    );
    for (const item of list) {
      left -= item.weight;
      if (left <= 0) return item;
    }
    throw new Error('Nothing to pick from');
  }
}

/**
 * An arbitrary made of a drawing function and, for shrinking, a function that lists simpler values, the simplest
 * first. It serves where combinators would lose what the parts must agree on: a script's calls share one budget.
 */
class Drawn<T> extends Arbitrary<T> {
  constructor(
    private readonly make: (draw: Draw) => T,
    private readonly simpler: (value: T) => Iterable<T>,
  ) {
    super();
  }

  override generate(random: Random): Value<T> {
    return new Value(this.make(new Draw(random)), undefined);
  }

  override canShrinkWithoutContext(_value: unknown): _value is T {
    return false;
  }

  override shrink(value: T): Stream<Value<T>> {
    return stream(this.simpler(value)[Symbol.iterator]() as IterableIterator<T>).map(
      (next) => new Value(next, undefined),
    );
  }
}

export function drawn<T>(make: (draw: Draw) => T, simpler: (value: T) => Iterable<T> = () => []): Arbitrary<T> {
  return new Drawn(make, simpler);
}
