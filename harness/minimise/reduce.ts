import type { Case } from '../case/index.ts';
import { type Reducer, weight } from './reducer.ts';
import { scriptLines } from './script-lines.ts';
import { scriptSpace, scriptTree } from './script-tree.ts';
import { behaviours, faults, schedule, settings, values } from './world-reducers.ts';

/**
 * In this order: what removes most comes first, and the world's parts before the script's expressions, because a script
 * is only free to shrink once nothing round it needs its positions to stay where they are.
 */
export const reducers: readonly Reducer[] = [
  faults,
  scriptLines,
  schedule,
  behaviours,
  scriptTree,
  scriptSpace,
  values,
  settings,
];

export interface Reduced {
  readonly case: Case;
  /** Candidates that were run. */
  readonly tried: number;
  /** Whether no reducer can make it smaller; false when the budget came first. */
  readonly minimal: boolean;
}

/**
 * Makes a failing case smaller until no reducer can. `fails` says whether a candidate still fails in the same way;
 * `spent` whether there is nothing left to try with, and is asked before every candidate.
 */
export function reduce(testCase: Case, fails: (candidate: Case) => boolean, spent: () => boolean): Reduced {
  return new Reduction(testCase, fails, spent).run();
}

class Reduction {
  #best: Case;
  #tried = 0;
  /** Candidates that were tried in vain: the fixpoint's last round meets most of them again. */
  readonly #vain = new Set<string>();
  readonly #fails: (candidate: Case) => boolean;
  readonly #spent: () => boolean;

  constructor(testCase: Case, fails: (candidate: Case) => boolean, spent: () => boolean) {
    this.#best = testCase;
    this.#fails = fails;
    this.#spent = spent;
  }

  run(): Reduced {
    let before: Case;
    do {
      before = this.#best;
      for (const reducer of reducers) this.#exhaust(reducer);
    } while (this.#best !== before && !this.#spent());
    return { case: this.#best, tried: this.#tried, minimal: !this.#spent() };
  }

  #exhaust(reducer: Reducer): void {
    let smaller: Case | undefined;
    do {
      smaller = this.#firstFailing(reducer.candidates(this.#best));
      this.#best = smaller ?? this.#best;
    } while (smaller !== undefined);
  }

  #firstFailing(candidates: Iterable<Case>): Case | undefined {
    const limit = weight(this.#best);
    for (const candidate of candidates) {
      if (this.#spent()) return undefined;
      if (weight(candidate) < limit && this.#isNewFailure(candidate)) return candidate;
    }
    return undefined;
  }

  #isNewFailure(candidate: Case): boolean {
    const text = JSON.stringify(candidate);
    if (this.#vain.has(text)) return false;
    this.#tried++;
    if (this.#fails(candidate)) return true;
    this.#vain.add(text);
    return false;
  }
}
