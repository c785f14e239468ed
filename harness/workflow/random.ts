import { Random } from 'fast-check';
import { mixSeeds } from '../schedule/index.ts';

/**
 * Mulberry32: a small generator whose whole state is one number, so that a case of a campaign is found again from
 * the campaign's seed and the case's index alone. Nothing that is kept depends on it.
 */
class Mulberry {
  constructor(private state: number) {}

  clone(): Mulberry {
    return new Mulberry(this.state);
  }

  /** 32 signed bits, as pure-rand's generators give. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) | 0;
  }

  getState(): readonly number[] {
    return [this.state];
  }
}

/** The random choices of one case of a campaign. */
export class Dice {
  readonly random: Random;

  constructor(seed: number, index: number) {
    this.random = new Random(new Mulberry(mixSeeds(seed, index)));
  }

  /** A whole number from 0 up to and without `bound`. */
  below(bound: number): number {
    return bound <= 1 ? 0 : this.random.nextInt(0, bound - 1);
  }

  /** True `share` times out of a hundred. */
  chance(share: number): boolean {
    return this.below(100) < share;
  }

  pick<T>(items: readonly T[]): T {
    // `below` of the length is an index, so there is an item unless the list is empty, which is a mistake of ours.
    return items[this.below(items.length)] as T;
  }
}
