import { compileScript, Engine } from '../../runtime/index.ts';
import { Budget } from './budget.ts';
import type { Workflow } from './declaration.ts';
import type { ExaminedWorkflow } from './examined.ts';
import { Examiner, type KeptCase } from './examiner.ts';
import type { FuzzOptions } from './fuzz.ts';
import { type NextRound, Pool, type RoundReport, RoundTable } from './guided/index.ts';
import { type Bench, openBench } from './trial.ts';

const casesDefault = 200;

/** Throws as `fuzzWorkflow` does. */
export async function examineWorkflow(workflow: Workflow, options: FuzzOptions): Promise<ExaminedWorkflow> {
  return examineAlone(await checkedBench(workflow, options), options);
}

/** All that it takes to play cases of a workflow whose script compiles and links. */
export async function checkedBench(workflow: Workflow, { engine }: Pick<FuzzOptions, 'engine'>): Promise<Bench> {
  const bench = await openBench(engine ?? (await Engine.load()), workflow);
  compileScript(bench.script, { actions: Object.keys(workflow.actions), file: bench.scriptFile });
  return bench;
}

/** Plays all cases here. */
export async function examineAlone(bench: Bench, options: FuzzOptions): Promise<ExaminedWorkflow> {
  const { budgetMs, signal, shard } = options;
  const cases = options.cases ?? (budgetMs === undefined ? casesDefault : undefined);
  const table = new RoundTable({ members: 1, cases: casesOfShard(cases, shard), budgetMs, signal });
  await playRounds(bench, options, (report) => table.meet(0, report));
  // The member has met, so there is something.
  return table.examined as ExaminedWorkflow;
}

/** How many of the cases with numbers below `cases` a shard has. */
export function casesOfShard(cases: number | undefined, shard: FuzzOptions['shard']): number | undefined {
  const { index, count } = shard ?? { index: 0, count: 1 };
  return cases === undefined ? undefined : Math.max(0, Math.ceil((cases - index) / count));
}

export interface PlayOptions extends FuzzOptions {
  /** Cases of earlier campaigns; the first numbers are theirs. Default: none. */
  kept?: readonly KeptCase[];
}

/** Plays one member's part of each round, and meets the others in between. */
export async function playRounds(
  bench: Bench,
  options: PlayOptions,
  meet: (report: RoundReport) => Promise<NextRound>,
): Promise<void> {
  const player = new Player(bench, options);
  for (let next = await meet(player.report()); next.type === 'play'; next = await meet(player.report())) {
    await player.play(next);
  }
}

class Player {
  readonly #options: PlayOptions;
  readonly #pool = new Pool();
  readonly #examiner: Examiner;
  readonly #budget: Budget;
  #isCut = false;

  constructor(bench: Bench, options: PlayOptions) {
    this.#options = options;
    const { seed = 0, guided = true, kept = [] } = options;
    this.#examiner = new Examiner(bench, { pool: this.#pool, seed, guided, kept });
    this.#budget = new Budget(undefined, undefined, options.signal);
  }

  report(): RoundReport {
    return { ...this.#examiner.takeReport(), isCut: this.#isCut };
  }

  async play({ from, to, index, count, news }: NextRound & { type: 'play' }): Promise<void> {
    this.#pool.admit(news);
    const shard = this.#options.shard ?? { index: 0, count: 1 };
    for (let nth = from + index; nth < to && !this.#isCut; nth += count) {
      this.#examiner.examine(shard.index + nth * shard.count);
      this.#options.onProgress?.(this.#examiner.progress);
      await this.#budget.breathe();
      this.#isCut = this.#budget.stopped() && nth + count < to;
    }
  }
}
