/**
 * What makes two interleavings of a search equivalent. One of the two, not both.
 */
export interface Equivalence {
  /**
   * All that the future depends on, as text, asked for before a decision. Where it is that of an earlier decision, what follows
   * is known: it follows from there. `undefined`: here that cannot be told. Exact, if the text leaves nothing out.
   */
  readonly state?: (count: number, candidates: readonly number[] | undefined) => string | undefined;
  /**
   * Whether two calls in flight, by their positions, commute: settling them one way round or the other makes the same calls and
   * leads to the same state, or to states that nobody tells apart. Then of the orders of the two, one is run: sleep sets (P. Godefroid,
   * Partial-Order Methods for the Verification of Concurrent Systems, LNCS 1032, 1996, chapter 5), which run exactly one of
   * each class of equivalent interleavings. It is a claim, and the search is worth what the claim is.
   */
  readonly independent?: (left: number, right: number) => boolean;
}

/** A decision on the way to where the search is. */
interface Fork {
  readonly count: number;
  readonly candidates: readonly number[] | undefined;
  readonly state: string | undefined;
  /** Positions that need not be settled here: that comes to the same as settling them earlier, which has been tried. */
  readonly asleep: ReadonlySet<number>;
  choice: number;
  /** Interleavings that lie behind it, as far as they have been counted. */
  interleavings: number;
}

/** The tree of decisions as far as a depth-first search has to know it: the way from its root to where it is. */
export class SearchPath {
  readonly #equivalence: Equivalence;
  readonly #forks: Fork[] = [];
  /** Interleavings behind states whose decisions have all been tried. */
  readonly #known = new Map<string, number>();
  #depth = 0;
  #cutFor: number | undefined;
  #isDone = false;
  #interleavings = 0;

  constructor(equivalence: Equivalence) {
    this.#equivalence = equivalence;
  }

  get isDone(): boolean {
    return this.#isDone;
  }

  get isCut(): boolean {
    return this.#cutFor !== undefined;
  }

  /** Those that have been counted so far: all, when it is done. */
  get interleavings(): number {
    return this.#forks.reduce((sum, fork) => sum + fork.interleavings, this.#interleavings);
  }

  /** A run begins. */
  begin(): void {
    this.#depth = 0;
    this.#cutFor = undefined;
  }

  choose(count: number, candidates?: readonly number[]): number {
    if (this.isCut) return 0;
    const fork = this.#forks[this.#depth] ?? this.#enter(count, candidates);
    if (fork === undefined) return 0;
    if (fork.count !== count) throw new Error('The run is not repeatable: the same decisions led to another question.');
    this.#depth++;
    return fork.choice;
  }

  /** The run is over. @param orders in how many orders events can happen that need others before. */
  end(orders: (needs: readonly ReadonlySet<number>[]) => number): void {
    let behind = this.#cutFor ?? (this.#equivalence.independent ? orders(this.#needs()) : 1);
    for (let fork = this.#forks.at(-1); fork !== undefined; fork = this.#forks.at(-1)) {
      fork.interleavings += behind;
      const next = nextChoice(fork, fork.choice + 1);
      if (next !== undefined) {
        fork.choice = next;
        return;
      }
      if (fork.state !== undefined) this.#known.set(fork.state, fork.interleavings);
      behind = fork.interleavings;
      this.#forks.pop();
    }
    this.#interleavings = behind;
    this.#isDone = true;
  }

  /** A decision that was never met before. None: what follows is known, or nothing is left to try here. */
  #enter(count: number, candidates: readonly number[] | undefined): Fork | undefined {
    const state = this.#equivalence.state?.(count, candidates);
    const known = state === undefined ? undefined : this.#known.get(state);
    const fork = { count, candidates, state, asleep: this.#asleep(), choice: 0, interleavings: 0 };
    const choice = known === undefined ? nextChoice(fork, 0) : undefined;
    if (choice === undefined) {
      this.#cutFor = known ?? 0;
      return undefined;
    }
    fork.choice = choice;
    this.#forks.push(fork);
    return fork;
  }

  /** What was asleep at the last fork, or has been tried there, and commutes with what was chosen. */
  #asleep(): ReadonlySet<number> {
    const { independent } = this.#equivalence;
    const last = this.#forks.at(-1);
    const chosen = last?.candidates?.[last.choice];
    if (independent === undefined || last === undefined || chosen === undefined) return new Set();
    const tried = last.candidates?.slice(0, last.choice) ?? [];
    return new Set([...last.asleep, ...tried].filter((position) => independent(position, chosen)));
  }

  /** For each decision, those before it that it needs: they settled what it could not have been chosen without, or do not commute with it. */
  #needs(): Set<number>[] {
    return this.#forks.map((fork, at) => {
      const position = fork.candidates?.[fork.choice];
      const earlier = this.#forks.slice(0, at);
      const appeared = earlier.findLastIndex(({ candidates }) => !isAmong(position, candidates));
      const needed = [...earlier.keys()].filter((index) => index === appeared || !this.#commutes(index, position));
      return new Set(needed);
    });
  }

  #commutes(index: number, position: number | undefined): boolean {
    const { candidates, choice = 0 } = this.#forks[index] ?? {};
    const other = candidates?.[choice];
    if (position === undefined || other === undefined) return false;
    return this.#equivalence.independent?.(other, position) ?? false;
  }
}

function isAmong(position: number | undefined, candidates: readonly number[] | undefined): boolean {
  return position !== undefined && (candidates?.includes(position) ?? false);
}

/** The first choice, from there on, that is not asleep. */
function nextChoice({ count, candidates, asleep }: Omit<Fork, 'choice'>, from: number): number | undefined {
  for (let choice = from; choice < count; choice++) {
    const position = candidates?.[choice];
    if (position === undefined || !asleep.has(position)) return choice;
  }
  return undefined;
}
