import { type Candidate, casesOfShard, type ExaminedWorkflow, type NextRound, RoundTable } from '../workflow/index.ts';
import type { FuzzJob, Progress, Question, WorkflowFacts } from './job.ts';
import { inThread, type JobHooks, OutOfMemory } from './thread.ts';

export type FuzzPlan = Omit<FuzzJob, 'type' | 'shard' | 'firstFile'> & {
  threads: number;
  /** For each file, all threads together. */
  cases?: number;
  /** The part of the cases that is examined here, where they are split over machines; from 1. */
  shard?: { readonly index: number; readonly count: number };
  /** The folder in which cases are kept that reached something. Default: they are not. */
  keepIn?: string;
};

/** What all threads have examined of a workflow. */
export interface ExaminedInThreads {
  readonly examined: ExaminedWorkflow;
  /** Those of its cases that reached something new. */
  readonly candidates: readonly Candidate[];
  readonly facts: WorkflowFacts;
  readonly outOfMemory: readonly string[];
}

/** Threads that examine the same workflows, one after the other, and meet after every round. */
export class FuzzRounds {
  readonly #plan: FuzzPlan;
  readonly #hooks: JobHooks;
  readonly #tables: { readonly table: RoundTable; readonly facts: WorkflowFacts }[] = [];
  /** Threads that are not coming any more. */
  readonly #gone = new Set<number>();
  readonly #outOfMemory: string[][];

  constructor(plan: FuzzPlan, hooks: JobHooks) {
    this.#plan = plan;
    this.#hooks = hooks;
    this.#outOfMemory = plan.files.map(() => []);
  }

  /** One thread's work, to the end. A thread whose memory runs out is replaced for what comes after the round. */
  async run(thread: number, hooks: JobHooks): Promise<void> {
    const at: Whereabouts = { workflow: 0, latest: undefined };
    for (let deaths = 0; ; deaths++) {
      const { workflow } = at;
      try {
        await this.#runOnce(thread, hooks, at);
        return;
      } catch (error) {
        this.#lose(thread, at.workflow);
        const isHopeless = deaths > 0 && at.workflow === workflow && at.latest === undefined;
        if (!(error instanceof OutOfMemory) || isHopeless) throw this.#leave(thread, error);
        this.#outOfMemory[at.workflow]?.push(outOfMemoryText(this.#plan, at));
        at.latest = undefined;
        delete at.round;
      }
    }
  }

  /** By workflow. */
  get examined(): ExaminedInThreads[] {
    return this.#tables.flatMap(({ table, facts }, workflow) => {
      const { examined } = table;
      if (examined === undefined) return [];
      const { candidates } = table.pool;
      return [{ examined, candidates, facts, outOfMemory: this.#outOfMemory[workflow] ?? [] }];
    });
  }

  async #runOnce(thread: number, hooks: JobHooks, at: Whereabouts): Promise<void> {
    const { threads: _, cases: __, keepIn: ___, shard = { index: 1, count: 1 }, ...plan } = this.#plan;
    const own = { index: shard.index - 1, count: shard.count };
    await inThread(
      { type: 'fuzz', ...plan, firstFile: at.workflow, shard: own },
      {
        ...hooks,
        onProgress: (progress) => {
          at.latest = progress;
          hooks.onProgress(progress);
        },
        onQuestion: (question) => this.#answer(thread, question, at) as never,
      },
    );
  }

  async #answer(thread: number, question: Question, at: Whereabouts): Promise<NextRound | null> {
    if (question.type !== 'round') return null;
    const { workflow, report, facts } = question;
    if (workflow !== at.workflow) at.latest = undefined;
    at.workflow = workflow;
    const next = await this.#tableOf(workflow, facts).meet(thread, report);
    if (next.type === 'play') at.round = { ...next, before: at.latest?.cases ?? 0 };
    return next;
  }

  #tableOf(workflow: number, facts: WorkflowFacts): RoundTable {
    const known = this.#tables[workflow];
    if (known !== undefined) return known.table;
    const { threads, cases, shard: { index, count } = { index: 1, count: 1 } } = this.#plan;
    // The number of cases is said of this part of them; the case with the last number belongs to all parts together.
    const own = cases === undefined ? undefined : casesOfShard(cases * count, { index: index - 1, count });
    const { signal } = this.#hooks;
    const table = new RoundTable({ members: threads, cases: own, budgetMs: facts.budgetMs, signal });
    this.#tables[workflow] = { table, facts };
    for (const thread of this.#gone) table.lose(thread);
    return table;
  }

  #lose(thread: number, workflow: number): void {
    this.#tables[workflow]?.table.lose(thread);
  }

  /** It cannot work at all: the others are not to wait for it. */
  #leave(thread: number, error: unknown): unknown {
    this.#gone.add(thread);
    for (const known of this.#tables) known?.table.lose(thread);
    return error;
  }
}

/** What a thread was last heard to do. */
interface Whereabouts {
  workflow: number;
  latest: Progress | undefined;
  /** Its part of the round that it is in, and how many of the workflow's cases it had done before. */
  round?: { readonly from: number; readonly index: number; readonly count: number; readonly before: number };
}

function outOfMemoryText({ seed, shard }: FuzzPlan, { latest, round }: Whereabouts): string {
  const { doing, cases } = latest ?? { doing: 'loading the workflows', cases: 0 };
  const { from, index, count, before } = round ?? { from: 0, index: 0, count: 1, before: 0 };
  const nth = from + index + (cases - before) * count;
  const number = shard === undefined ? nth : shard.index - 1 + nth * shard.count;
  return `The thread was ended by want of memory while it was ${doing}, probably in case ${number} of seed ${seed}: nothing can be said of the cases that it had in that round.`;
}
