import type { Corpus } from '../corpus/index.ts';
import type { GoldenLogs } from '../golden/index.ts';
import { type Repetition, repeatElsewhere } from './another-process.ts';
import { type CampaignOptions, type CampaignResult, runCampaignOn, type Shard, sampleIndices } from './campaign.ts';
import { type CorpusResult, checkCorpus } from './corpus-check.ts';
import { Crew, CrewBroken } from './crew.ts';
import { judgeCorpus, judgeGenerated, judgeGolden, judgeRepeated } from './gate-judgement.ts';
import { checkGoldenLogs, type GoldenResult } from './golden-check.ts';
import { startStopwatch } from './stopwatch.ts';
import { judgePlants, judgeSelfChecks, type PlantShare, type SelfChecked, type TriedPlant } from './trials.ts';
import { type Judgement, together, type Verdict } from './verdict.ts';

export interface GateOptions<W = undefined> extends CampaignOptions {
  /** Cases that are kept. They are examined first. Default: none. */
  readonly corpus?: Corpus;
  /** Runs that earlier releases recorded. They are replayed next. Default: none. */
  readonly goldenLogs?: GoldenLogs;
  /** Asks the harness what is known, before anything else. Default: nothing is asked. */
  readonly selfChecks?: () => Promise<readonly SelfChecked[]>;
  /** Breaks the runtime and the harness on purpose, and tells what was noticed. Default: there are no plants. */
  readonly plants?: (share: PlantShare) => Promise<readonly TriedPlant[]>;
  /** Fuzzes the project's workflows with its share of the budget, and says what came of it. Default: there are none. */
  readonly workflows?: (share: WorkflowShare) => Promise<Judgement & { readonly found: W }>;
  /** With a budget: how many generated cases there must be for a pass. Default 500. */
  readonly casesMin?: number;
  /** The program that examines the sample once more. Default: beside this file, as it is built. */
  readonly repeatUrl?: URL;
  readonly onPart?: (part: GatePart) => void;
}

export type GatePart = 'self-checks' | 'corpus' | 'golden logs' | 'generated' | 'repeated' | 'plants' | 'workflows';

export interface WorkflowShare {
  readonly seed: number;
  readonly threads: number;
  /** For all of them together. */
  readonly budgetMs?: number;
  /** For each of them. */
  readonly cases?: number;
  readonly shard?: Shard;
}

export interface GateResult<W = undefined> {
  readonly verdict: Verdict;
  /** Why the verdict is not PASS, a sentence each. */
  readonly reasons: readonly string[];
  readonly seed: number;
  /** The parts, as far as the gate got. */
  readonly selfChecks?: readonly SelfChecked[];
  readonly plants?: readonly TriedPlant[];
  readonly corpus?: CorpusResult;
  readonly golden?: GoldenResult;
  readonly generated?: CampaignResult;
  readonly workflows?: W;
  readonly ms: number;
}

/** Of what is left of a budget after the corpus, this goes to generated cases where there are workflows too. */
const generatedShare = 0.6;
/** Of a number of cases, each workflow gets this. */
const workflowCasesShare = 0.1;
/** Of a budget, plants are left at most this, in milliseconds and as a part of it. */
const plantsMs = { most: 10_000, share: 0.2 };

/**
 * Examines the corpus, replays golden logs, examines generated cases, a sample of them once more in another process, and
 * the project's workflows. A shard takes its part of each.
 * Never throws for what it finds: a harness that cannot work is the verdict BROKEN.
 */
export async function runGate<W = undefined>(options: GateOptions<W>): Promise<GateResult<W>> {
  return new Gate(options).run();
}

class Gate<W> {
  readonly #options: GateOptions<W>;
  readonly #crew: Crew;
  readonly #elapsed = startStopwatch();
  readonly #judgements: Judgement[] = [];
  readonly #parts: Writable<Pick<GateResult, 'selfChecks' | 'plants'>> & {
    corpus?: CorpusResult;
    golden?: GoldenResult;
    generated?: CampaignResult;
    workflows?: W;
  } = {};

  constructor(options: GateOptions<W>) {
    this.#options = options;
    this.#crew = new Crew({ ...options, threads: options.threads ?? 1 });
  }

  async run(): Promise<GateResult<W>> {
    try {
      await this.#checkItself();
      await this.#checkCorpus();
      await this.#replayGoldenLogs();
      await this.#generate();
      await this.#tryPlants();
      await this.#fuzzWorkflows();
    } catch (error) {
      if (!(error instanceof CrewBroken)) throw error;
      this.#judgements.push({ verdict: 'BROKEN', reasons: [`The harness could not do its work: ${error.message}`] });
    } finally {
      await this.#crew.close();
    }
    return { ...together(this.#judgements), seed: this.#options.seed, ...this.#parts, ms: this.#elapsed() };
  }

  async #checkItself(): Promise<void> {
    const { selfChecks, onPart } = this.#options;
    if (selfChecks === undefined) return;
    onPart?.('self-checks');
    this.#parts.selfChecks = await selfChecks();
    this.#judgements.push(judgeSelfChecks(this.#parts.selfChecks));
  }

  async #checkCorpus(): Promise<void> {
    const { corpus, onPart } = this.#options;
    if (corpus === undefined) return;
    onPart?.('corpus');
    this.#parts.corpus = await checkCorpus(
      this.#crew,
      shardOfCorpus(corpus, this.#options.shard),
      this.#options.signal,
    );
    this.#judgements.push(judgeCorpus(this.#parts.corpus));
  }

  async #replayGoldenLogs(): Promise<void> {
    const { goldenLogs, onPart } = this.#options;
    if (goldenLogs === undefined) return;
    onPart?.('golden logs');
    this.#parts.golden = await checkGoldenLogs(
      this.#crew,
      shardOfLogs(goldenLogs, this.#options.shard),
      this.#options.signal,
    );
    this.#judgements.push(judgeGolden(this.#parts.golden));
  }

  async #generate(): Promise<void> {
    const { onPart } = this.#options;
    onPart?.('generated');
    // Begun before: a second process leaves no core without work.
    const repeating = this.#repeatSample();
    const generated = await runCampaignOn(this.#crew, { ...this.#options, ...this.#generatedBudget() });
    this.#parts.generated = generated;
    this.#judgements.push(judgeGenerated(generated, this.#casesMin(), this.#isWhole()));
    if (this.#options.signal?.aborted) return;
    onPart?.('repeated');
    this.#judgements.push(judgeRepeated(generated.sample, await repeating));
  }

  #isWhole(): boolean {
    return (this.#options.shard?.count ?? 1) === 1;
  }

  #generatedBudget(): Pick<CampaignOptions, 'budgetMs'> {
    const { budgetMs, workflows, plants } = this.#options;
    if (budgetMs === undefined) return {};
    const reservedMs = plants === undefined ? 0 : Math.min(plantsMs.most, budgetMs * plantsMs.share);
    const leftMs = Math.max(0, budgetMs - this.#elapsed() - reservedMs);
    return { budgetMs: workflows === undefined ? leftMs : leftMs * generatedShare };
  }

  #casesMin(): number {
    const { cases, budgetMs, casesMin = 500 } = this.#options;
    return budgetMs === undefined ? (cases ?? casesMin) : Math.min(casesMin, cases ?? casesMin);
  }

  /** The harness must be repeatable itself: the same cases, in a process that has seen no other, come to the same. */
  #repeatSample(): Promise<Repetition> {
    const { seed, signal, workerUrl, repeatUrl } = this.#options;
    const indices = sampleIndices(this.#options).reverse();
    return repeatElsewhere({ seed, indices, ...(workerUrl && { workerUrl }) }, { signal, url: repeatUrl });
  }

  /** A part of a campaign that is split over machines leaves them to a whole one. */
  async #tryPlants(): Promise<void> {
    const { plants, onPart, signal, seed, shard } = this.#options;
    if (plants === undefined || signal?.aborted || (shard?.count ?? 1) > 1) return;
    onPart?.('plants');
    this.#parts.plants = await plants({ seed, threads: this.#crew.threads });
    this.#judgements.push(judgePlants(this.#parts.plants));
  }

  async #fuzzWorkflows(): Promise<void> {
    const { workflows, onPart, signal } = this.#options;
    if (workflows === undefined || signal?.aborted) return;
    onPart?.('workflows');
    const { found, ...judgement } = await workflows(this.#workflowShare());
    this.#parts.workflows = found;
    this.#judgements.push(judgement);
  }

  #workflowShare(): WorkflowShare {
    const { seed, budgetMs, cases, shard } = this.#options;
    const share = { seed, threads: this.#crew.threads, ...(shard && { shard }) };
    if (budgetMs !== undefined) return { ...share, budgetMs: Math.max(1_000, budgetMs - this.#elapsed()) };
    return { ...share, cases: Math.ceil((cases ?? 0) * workflowCasesShare) };
  }
}

/** Every so many-th entry; what cannot be read is the first shard's affair. */
function shardOfCorpus({ entries, unreadable }: Corpus, shard?: Shard): Corpus {
  return { entries: entries.filter(isOf(shard)), unreadable: isFirst(shard) ? unreadable : [] };
}

function shardOfLogs({ runs, refused, unreadable }: GoldenLogs, shard?: Shard): GoldenLogs {
  return {
    runs: runs.filter(isOf(shard)),
    refused: isFirst(shard) ? refused : [],
    unreadable: isFirst(shard) ? unreadable : [],
  };
}

function isOf({ index, count }: Shard = { index: 1, count: 1 }): (item: unknown, at: number) => boolean {
  return (_, at) => at % count === index - 1;
}

function isFirst(shard?: Shard): boolean {
  return (shard?.index ?? 1) === 1;
}

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };
