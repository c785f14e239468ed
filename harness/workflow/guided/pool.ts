import type { PlayedCall } from '../actor.ts';
import type { Dice } from '../random.ts';
import type { VariedCase } from '../trial.ts';
import type { Reached } from './reached.ts';

/** A case that reached what no case before it did. Plain data: it crosses between threads. */
export interface Candidate {
  readonly number: number;
  readonly case: VariedCase;
  /** What was called in it, by position. */
  readonly calls: readonly (readonly [position: number, call: PlayedCall])[];
  readonly reached: readonly Reached[];
}

/** More are not kept: what reaches something new by then is a count, and seldom a branch. */
const candidatesMax = 2_000;

/**
 * The cases from which others are made. It changes between rounds only, by candidates in the order of their numbers: so
 * every thread that is told the same has the same one.
 */
export class Pool {
  readonly #candidates: Candidate[] = [];
  readonly #reached = new Set<Reached>();

  get candidates(): readonly Candidate[] {
    return this.#candidates;
  }

  /** Whether some of this has not been reached yet. */
  isNews(reached: readonly Reached[]): boolean {
    return this.#candidates.length < candidatesMax && reached.some((one) => !this.#reached.has(one));
  }

  /** Takes those of a round that are still news, the lowest number first, and gives those that it took. */
  admit(candidates: readonly Candidate[]): Candidate[] {
    return candidates
      .toSorted((a, b) => a.number - b.number)
      .filter((candidate) => {
        const isNews = this.isNews(candidate.reached);
        if (isNews) this.#add(candidate);
        return isNews;
      });
  }

  /** One to start from; late ones, which build on others, more often. There has to be one. */
  pick(dice: Dice): Candidate {
    const { length } = this.#candidates;
    const from = dice.chance(50) ? 0 : length - Math.min(length, latest);
    // From 0 to length - 1, of which each is a candidate as long as there is one.
    return this.#candidates[from + dice.below(length - from)] as Candidate;
  }

  #add(candidate: Candidate): void {
    this.#candidates.push(candidate);
    for (const one of candidate.reached) this.#reached.add(one);
  }
}

/** So many count as late. */
const latest = 8;
