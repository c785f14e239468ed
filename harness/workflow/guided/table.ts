import { Budget } from '../budget.ts';
import { allExamined, type ExaminedWorkflow } from '../examined.ts';
import { type Candidate, Pool } from './pool.ts';
import { roundSize } from './rounds.ts';

/** What one member did in one round; before the first one, nothing. */
export interface RoundReport {
  readonly examined: ExaminedWorkflow;
  /** Its cases that reached something new. */
  readonly candidates: readonly Candidate[];
  /** It ended before its part of the round was done. */
  readonly isCut: boolean;
}

/** What comes next: a round, or the end. */
export type NextRound =
  | {
      readonly type: 'play';
      /** How many cases of the campaign come before this round. */
      readonly from: number;
      /** Of the campaign, how many there are when it is over. */
      readonly to: number;
      /** Every so many-th case of it is this member's, beginning with that of its `index`. */
      readonly index: number;
      readonly count: number;
      /** What the pool takes in before. */
      readonly news: readonly Candidate[];
    }
  | { readonly type: 'end' };

export interface TableOptions {
  readonly members: number;
  /** How many cases there are to be, whoever examines them. Without it and a budget there is no end. */
  readonly cases?: number | undefined;
  readonly budgetMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Where those who examine a workflow's cases meet between rounds. What all did is put together, the pool is told what is
 * new, and the next round begins: in one place and in the order of the cases' numbers, so that it does not matter how many
 * members there are nor who came first. Time decides only after how many rounds it ends.
 */
export class RoundTable {
  /** As it is after the last round that is over. */
  readonly pool = new Pool();
  readonly #options: TableOptions;
  readonly #budget: Budget;
  readonly #waiting = new Map<number, (next: NextRound) => void>();
  readonly #absent = new Set<number>();
  #candidates: Candidate[] = [];
  #parts: ExaminedWorkflow[] = [];
  #round = -1;
  #done = 0;
  #begunMs = 0;
  #isCut = false;
  #isOver = false;

  constructor(options: TableOptions) {
    this.#options = options;
    this.#budget = new Budget(undefined, options.budgetMs, options.signal);
  }

  /** Hands in what a member did. What comes next is known when all have. */
  meet(member: number, { examined, candidates, isCut }: RoundReport): Promise<NextRound> {
    this.#parts.push(examined);
    this.#candidates.push(...candidates);
    this.#isCut ||= isCut;
    this.#absent.delete(member);
    if (this.#isOver) return Promise.resolve({ type: 'end' });
    return new Promise((resolve) => {
      this.#waiting.set(member, resolve);
      this.#closeRound();
    });
  }

  /** A member does not come any more, or not soon: what it did in this round is lost, and so there is no other round. */
  lose(member: number): void {
    this.#isCut = true;
    this.#absent.add(member);
    this.#closeRound();
  }

  /** All that was examined; `undefined` where nobody ever met. */
  get examined(): ExaminedWorkflow | undefined {
    const [first, ...others] = this.#parts;
    if (first === undefined) return undefined;
    const { cases } = this.#options;
    const isComplete = !this.#isCut && this.#isOver && (cases === undefined || this.#done >= cases);
    return { ...allExamined([first, ...others]), isComplete };
  }

  #closeRound(): void {
    if (this.#waiting.size + this.#absent.size < this.#options.members) return;
    const members = [...this.#waiting];
    this.#waiting.clear();
    // Those of all members together: between two of one round nothing is known of the order in which they came.
    this.#parts =
      this.#parts.length === 0 ? [] : [allExamined(this.#parts as [ExaminedWorkflow, ...ExaminedWorkflow[]])];
    const news = this.pool.admit(this.#candidates);
    this.#candidates = [];
    this.#round += 1;
    this.#isOver = !this.#hasRoom();
    const [from, to] = [this.#done, this.#done + this.#nextSize()];
    if (!this.#isOver) this.#done = to;
    for (const [index, resolve] of members) {
      const count = this.#options.members;
      resolve(this.#isOver ? { type: 'end' } : { type: 'play', from, to, index, count, news });
    }
    this.#begunMs = this.#budget.elapsedMs;
  }

  #nextSize(): number {
    const { cases = Infinity } = this.#options;
    return Math.min(roundSize(this.#round), cases - this.#done);
  }

  /** A round that would not be half done when time is up does not begin, except for the first. */
  #hasRoom(): boolean {
    if (this.#isCut || this.#budget.stopped() || this.#nextSize() <= 0) return false;
    const { budgetMs } = this.#options;
    if (budgetMs === undefined || this.#round === 0) return true;
    const lastMs = this.#budget.elapsedMs - this.#begunMs;
    const nextMs = (lastMs * this.#nextSize()) / roundSize(this.#round - 1);
    return this.#budget.elapsedMs + nextMs / 2 <= budgetMs;
  }
}
