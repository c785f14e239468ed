import type { Case } from '../case/index.ts';
import type { Observed } from './observed.ts';
import { type Reducer, weight } from './reducer.ts';
import { scriptCalls } from './script-calls.ts';
import { scriptLines } from './script-lines.ts';
import { scriptSpace, scriptTree } from './script-tree.ts';
import { Tried } from './tried.ts';
import { behaviours, faults, schedule, settings, values } from './world-reducers.ts';

/**
 * In this order: what removes most comes first, and the world's parts before the script's expressions, because a script
 * is only free to shrink once nothing round it needs its positions to stay where they are. What still does then shrinks
 * with it.
 */
export const reducers: readonly Reducer[] = [
  faults,
  scriptLines,
  schedule,
  behaviours,
  scriptTree,
  scriptCalls,
  scriptSpace,
  values,
  settings,
];

export interface ReduceOptions {
  /** Whether a candidate still fails in the same way. */
  fails(candidate: Case): boolean;
  /** Whether there is nothing left to try with. Asked before every candidate. Default: never. */
  spent?(): boolean;
  /** At most so many candidates are tried. Default: as many as it takes. */
  readonly triedMax?: number;
  /** Runs a case, for reducers that change script and world together. Default: they are left out. */
  observe?(testCase: Case): Observed | undefined;
  /** What an earlier reduction of this case tried in vain, as it gave it back. */
  readonly vain?: readonly string[];
}

export interface Reduced {
  readonly case: Case;
  /** Candidates that were run. */
  readonly tried: number;
  /** Whether no reducer can make it smaller; false when a bound came first. */
  readonly minimal: boolean;
  /** For a later reduction that goes on from here: what need not be tried again. Empty where it is minimal. */
  readonly vain: readonly string[];
}

/** Makes a failing case smaller until no reducer can. */
export function reduce(testCase: Case, options: ReduceOptions): Reduced {
  return new Reduction(testCase, options).run();
}

class Reduction {
  #best: Case;
  #observed: { readonly of: Case; readonly seen: Observed | undefined } | undefined;
  /** The fixpoint's last round meets most candidates again. */
  readonly #vain: Tried;
  readonly #options: ReduceOptions;
  #tried = 0;
  #isSpent = false;

  constructor(testCase: Case, options: ReduceOptions) {
    this.#best = testCase;
    this.#options = options;
    this.#vain = new Tried(options.vain);
  }

  run(): Reduced {
    let before: Case;
    do {
      before = this.#best;
      for (const reducer of reducers) this.#exhaust(reducer);
    } while (this.#best !== before && !this.#isSpent);
    const minimal = !this.#isSpent;
    return { case: this.#best, tried: this.#tried, minimal, vain: minimal ? [] : this.#vain.list() };
  }

  #exhaust(reducer: Reducer): void {
    let smaller: Case | undefined;
    do {
      smaller = this.#firstFailing(reducer.candidates(this.#best, () => this.#observe()));
      this.#best = smaller ?? this.#best;
    } while (smaller !== undefined);
  }

  #firstFailing(candidates: Iterable<Case>): Case | undefined {
    const limit = weight(this.#best);
    for (const candidate of candidates) {
      if (weight(candidate) >= limit || this.#vain.has(candidate)) continue;
      if (this.#hasSpent()) return undefined;
      this.#tried++;
      if (this.#options.fails(candidate)) return candidate;
      this.#vain.add(candidate);
    }
    return undefined;
  }

  #hasSpent(): boolean {
    const { triedMax = Number.POSITIVE_INFINITY, spent } = this.#options;
    this.#isSpent ||= this.#tried >= triedMax || (spent?.() ?? false);
    return this.#isSpent;
  }

  #observe(): Observed | undefined {
    if (this.#observed?.of !== this.#best)
      this.#observed = { of: this.#best, seen: this.#options.observe?.(this.#best) };
    return this.#observed.seen;
  }
}
