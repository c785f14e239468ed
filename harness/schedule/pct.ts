import { type Chain, Chains, theEnd } from './chains.ts';
import { type Draw, drawFrom } from './draw.ts';
import type { Scheduler } from './scheduler.ts';

export interface PctOptions {
  readonly seed: number;
  /** How many orderings the bugs have that are looked for, at least 1: one change of priority less is made. */
  readonly depth: number;
  /** Among so many decisions the changes are spread. A run that takes more of them is outside the bound. Not needed for depth 1. */
  readonly stepsMax: number;
}

export interface PctScheduler extends Scheduler {
  /** How many chains of calls there have been: n. */
  readonly chains: number;
  /** How often there was more than one call to choose from. */
  readonly steps: number;
}

/**
 * Probabilistic concurrency testing (Burckhardt, Kothari, Musuvathi, Nagarakatte: A Randomized Scheduler with Probabilistic
 * Guarantees of Finding Bugs, ASPLOS 2010). Every chain of calls has a random priority, and the call of the highest one settles.
 * At `depth - 1` random decisions the chain that would be next falls below all that have not fallen. A bug of that depth
 * in a run of at most n chains and k decisions shows with a probability of at least 1/(n·k^(depth-1)).
 *
 * Where we depart from the paper: chains take the place of threads (see `Chains`), and a decision is counted only where there
 * is something to decide; where a call is outstanding alone, nothing can be put before it. Questions other than which call settles
 * (what a person says when) are answered by chance and are no part of the bound.
 */
export function pct(options: PctOptions): PctScheduler {
  return new Pct(options);
}

class Pct implements PctScheduler {
  readonly name = 'pct';
  readonly #draw: Draw;
  readonly #chains: Chains;
  /** After how many decisions each change is made. The later in this list, the lower a chain falls. */
  readonly #changes: readonly number[];
  #steps = 0;

  constructor({ seed, depth, stepsMax }: PctOptions) {
    const draw = drawFrom(seed);
    this.#draw = draw;
    this.#changes = Array.from({ length: depth - 1 }, () => draw(Math.max(1, stepsMax)));
    this.#chains = new Chains(() => ({ priority: 1 + draw(2 ** 30) }));
  }

  get chains(): number {
    return this.#chains.count;
  }

  get steps(): number {
    return this.#steps;
  }

  choose(count: number, candidates?: readonly number[]): number {
    if (candidates === undefined) return this.#draw(count);
    const positions = count > candidates.length ? [...candidates, theEnd] : candidates;
    const chains = this.#chains.of(positions);
    const chosen = count === 1 ? 0 : this.#decide(chains);
    this.#chains.settle(positions[chosen] as number);
    return chosen;
  }

  #decide(chains: readonly Chain[]): number {
    const step = this.#steps++;
    this.#changes.forEach((at, rank) => {
      if (at === step) (chains[highest(chains)] as Chain).priority = -rank;
    });
    return highest(chains);
  }
}

/** Where two are equal, which is next to never, the call that was asked first. */
function highest(chains: readonly Chain[]): number {
  let best = 0;
  for (const [index, { priority }] of chains.entries()) if (priority > (chains[best] as Chain).priority) best = index;
  return best;
}
