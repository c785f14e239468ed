import type { PlayedCall } from '../actor.ts';
import type { Dice } from '../random.ts';
import type { VariedCase } from '../trial.ts';
import { placeOf, type Reached } from './reached.ts';

/** A case that reached what no case before it did, or in a shorter way. Plain data: it crosses between threads. */
export interface Candidate {
  readonly number: number;
  readonly case: VariedCase;
  /** What was called in it, by position. */
  readonly calls: readonly (readonly [position: number, call: PlayedCall])[];
  readonly reached: readonly Reached[];
}

/** More are not kept: what reaches something new by then is a count, and seldom a branch. */
const candidatesMax = 2_000;
/** Shorter means: by so much. Without that the last few calls would be haggled over. */
const shorterBy = 0.75;
/** Of so many things that were reached, the one that the fewest cases reached is what the next case starts from. */
const rarestOf = 8;

/** Something that was reached. */
interface Thing {
  readonly reached: Reached;
  /** The shortest case that reached it. */
  shortest: Candidate;
}

/**
 * The cases from which others are made. It changes between rounds only, by candidates in the order of their numbers: so
 * every thread that is told the same has the same one.
 */
export class Pool {
  readonly #candidates: Candidate[] = [];
  readonly #things: Thing[] = [];
  readonly #byReached = new Map<Reached, Thing>();
  /** By place or event, how many candidates reached it, however often. */
  readonly #counts = new Map<number | string, number>();

  get candidates(): readonly Candidate[] {
    return this.#candidates;
  }

  /** Whether some of this has not been reached yet, or by longer cases only. */
  isNews({ reached, case: { behaviours, faults } }: Pick<Candidate, 'reached' | 'case'>): boolean {
    if (this.#candidates.length >= candidatesMax) return false;
    const size = sizeOf({ behaviours, faults });
    return reached.some((one) => {
      const known = this.#byReached.get(one);
      return known === undefined || size <= sizeOf(known.shortest.case) * shorterBy;
    });
  }

  /** Takes those of a round that are still news, the lowest number first, and gives those that it took. */
  admit(candidates: readonly Candidate[]): Candidate[] {
    return candidates
      .toSorted((a, b) => a.number - b.number)
      .filter((candidate) => {
        const isNews = this.isNews(candidate);
        if (isNews) this.#add(candidate);
        return isNews;
      });
  }

  /** One to start from: mostly the shortest that reached something rare. There has to be one. */
  pick(dice: Dice): Candidate {
    if (dice.chance(5)) return dice.pick(this.#candidates);
    let rarest = dice.pick(this.#things);
    for (let tries = 1; tries < rarestOf; tries++) {
      const other = dice.pick(this.#things);
      if (this.#countOf(other) < this.#countOf(rarest)) rarest = other;
    }
    return rarest.shortest;
  }

  #countOf({ reached }: Thing): number {
    return this.#counts.get(placeOf(reached) ?? reached) ?? 0;
  }

  #add(candidate: Candidate): void {
    this.#candidates.push(candidate);
    for (const reached of candidate.reached) {
      const thing = placeOf(reached) ?? reached;
      this.#counts.set(thing, (this.#counts.get(thing) ?? 0) + 1);
      const known = this.#byReached.get(reached);
      if (known === undefined) this.#learn({ reached, shortest: candidate });
      else if (sizeOf(candidate.case) < sizeOf(known.shortest.case)) known.shortest = candidate;
    }
  }

  #learn(thing: Thing): void {
    this.#things.push(thing);
    this.#byReached.set(thing.reached, thing);
  }
}

/** How much there is to change in a case. */
function sizeOf({ behaviours, faults }: Pick<VariedCase, 'behaviours' | 'faults'>): number {
  return 1 + faults.length + behaviours.reduce((sum, list) => sum + list.length, 0);
}
