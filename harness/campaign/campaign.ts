import type { Case } from '../case/index.ts';
import { mixSeeds } from '../schedule/index.ts';
import { type Bucket, type Finding, sortIntoBuckets } from './buckets.ts';
import type { CaseHash } from './case-hash.ts';
import { caseAt } from './case-source.ts';
import { Crew, type CrewOptions, type LethalCase, type Survey } from './crew.ts';
import { addForks, type ForkTally, type ForkTiming, noForks } from './forks.ts';
import { InOrder } from './in-order.ts';
import { minimiseBuckets } from './minimise-buckets.ts';
import { type Stopwatch, startCpuClock, startStopwatch } from './stopwatch.ts';
import { add, emptyTally, type Tally } from './tally.ts';
import type { Examined } from './task.ts';

export interface CampaignOptions extends Partial<CrewOptions> {
  readonly seed: number;
  /** How many cases; with a budget, at most so many. */
  readonly cases?: number;
  /** Milliseconds for generating and judging; minimising comes on top. Without it, `cases` decides. */
  readonly budgetMs?: number;
  /** The part of a campaign that is split over machines: every `count`-th case, from the `index`-th on (from 1). */
  readonly shard?: Shard;
  /** A net for making a failure small, in milliseconds: the number of candidates is bounded first. Default 60 000. */
  readonly minimiseMs?: number;
  readonly onProgress?: (progress: CampaignProgress) => void;
  /** Stops the campaign early, with what it has found. */
  readonly signal?: AbortSignal;
}

export interface Shard {
  readonly index: number;
  readonly count: number;
}

export interface CampaignProgress {
  readonly phase: 'examining' | 'minimising';
  /** Cases examined; buckets minimised. */
  readonly done: number;
  /** How many there will be; `undefined` where time decides. */
  readonly total: number | undefined;
  /** Cases that broke a promise, before they are grouped. */
  readonly failed: number;
  readonly elapsedMs: number;
}

export interface CampaignResult {
  readonly seed: number;
  readonly tally: Tally;
  /** The smallest case of every kind of failure. Empty: all promises were kept. */
  readonly buckets: readonly Bucket[];
  /** Cases that broke a promise, ended their thread or never ended themselves. */
  readonly failed: number;
  /** Cases that were ended because they took too much memory: neither pass nor failure. */
  readonly outOfMemory: readonly string[];
  /** Mistakes of the harness itself. With any, its verdict is worth nothing. */
  readonly mistakes: readonly string[];
  /** The same for the same seed and cases, in any process and on any number of threads. */
  readonly fingerprint: number;
  /** What its first cases came to, to be compared with another time. */
  readonly sample: readonly CaseHash[];
  /** `lethal`: too many cases ended their thread. */
  readonly endedBy: 'cases' | 'budget' | 'signal' | 'lethal';
  /** Speed is per second of processor time; 0 where there were too few cases to tell. */
  /** What going on from snapshots of rare states came to. */
  readonly forks: ForkTally;
  readonly timing: {
    readonly ms: number;
    readonly threads: number;
    readonly casesPerSecondAndCore: number;
    readonly forks: ForkTiming;
  };
}

/** Cases per task. Small, so that a budget is met; large enough for messages not to matter. */
const chunkCases = 24;

/** So many chunks, the first ones, are there to be compared with another time. */
const sampleChunks = 2;

/** After so many cases that end their thread it is known what is wrong, and every further one costs a new thread. */
const lethalMax = 8;

/** The numbers of the first cases of a campaign, those that are to be examined once more elsewhere. */
export function sampleIndices(options: Pick<CampaignOptions, 'cases' | 'shard'>): number[] {
  const count = Math.min(sampleChunks * chunkCases, options.cases ?? Number.POSITIVE_INFINITY);
  return caseNumbers(0, count, options.shard);
}

function caseNumbers(from: number, count: number, shard: Shard = { index: 1, count: 1 }): number[] {
  return Array.from({ length: count }, (_, i) => (from + i) * shard.count + shard.index - 1);
}

/** Runs a campaign of generated cases. Goes on after failures. Throws `CrewBroken` where threads cannot work. */
export async function runCampaign(options: CampaignOptions): Promise<CampaignResult> {
  const crew = new Crew({ ...options, threads: options.threads ?? 1 });
  try {
    return await runCampaignOn(crew, options);
  } finally {
    await crew.close();
  }
}

/** The same on a crew that the caller keeps. */
export async function runCampaignOn(crew: Crew, options: CampaignOptions): Promise<CampaignResult> {
  return new Campaign(crew, options).run();
}

class Campaign {
  readonly #crew: Crew;
  readonly #options: CampaignOptions;
  readonly #elapsed: Stopwatch = startStopwatch();
  readonly #tally = emptyTally();
  readonly #forks = noForks();
  readonly #findings: Finding[] = [];
  readonly #mistakes: string[] = [];
  readonly #outOfMemory: string[] = [];
  readonly #sample: CaseHash[] = [];
  readonly #surveys = new InOrder<Survey>((survey) => this.#take(survey));
  #fingerprint = 0;
  #lethal = 0;
  /** Started when the first cases are done: loading engines is not what a campaign's speed is about. */
  #speed: { readonly cpuMs: Stopwatch; readonly casesBefore: number } | undefined;
  #next = 0;
  #chunks = 0;

  constructor(crew: Crew, options: CampaignOptions) {
    this.#crew = crew;
    this.#options = options;
  }

  async run(): Promise<CampaignResult> {
    await Promise.all(Array.from({ length: this.#crew.threads }, () => this.#work()));
    const endedBy = this.#endedBy();
    const casesPerSecondAndCore = this.#casesPerCpuSecond();
    const failed = new Set(this.#findings.map(({ rank }) => rank)).size;
    const buckets = await this.#minimiseAll();
    return {
      seed: this.#options.seed,
      tally: this.#tally,
      buckets,
      failed,
      outOfMemory: this.#outOfMemory,
      mistakes: this.#mistakes,
      fingerprint: this.#fingerprint,
      sample: this.#sample,
      endedBy,
      forks: this.#forks.tally,
      timing: { ms: this.#elapsed(), threads: this.#crew.threads, casesPerSecondAndCore, forks: this.#forks.timing },
    };
  }

  /** One thread's share: chunk after chunk, until there are no more cases or no more time. */
  async #work(): Promise<void> {
    const { seed } = this.#options;
    for (;;) {
      const indices = this.#nextChunk();
      if (indices.length === 0) return;
      const rank = this.#chunks++;
      const hashAll = rank < sampleChunks;
      this.#surveys.arrive(
        rank,
        await this.#crew.examine({ type: 'examine-generated', seed, indices, hashAll }, lethalMax),
      );
      this.#report('examining', this.#tally.cases, this.#options.cases);
    }
  }

  #nextChunk(): number[] {
    const { shard, cases = Number.POSITIVE_INFINITY } = this.#options;
    if (this.#isOver()) return [];
    const from = this.#next;
    const size = Math.max(0, Math.min(chunkCases, cases - from));
    this.#next += size;
    return caseNumbers(from, size, shard);
  }

  #isOver(): boolean {
    const { budgetMs, signal } = this.#options;
    if (this.#lethal >= lethalMax) return true;
    return (signal?.aborted ?? false) || (budgetMs !== undefined && this.#elapsed() >= budgetMs);
  }

  #endedBy(): CampaignResult['endedBy'] {
    const { cases, signal } = this.#options;
    if (this.#lethal >= lethalMax) return 'lethal';
    if (cases !== undefined && this.#next >= cases) return 'cases';
    return signal?.aborted ? 'signal' : 'budget';
  }

  /** Surveys come in the order of their cases. What comes after too many lethal ones is left out, whether it was done or not. */
  #take({ examined, lethal }: Survey): void {
    if (this.#lethal >= lethalMax) return;
    for (const part of examined) this.#takeExamined(part);
    for (const killer of lethal) this.#takeLethal(killer);
    this.#speed ??= { cpuMs: startCpuClock(), casesBefore: this.#tally.cases };
  }

  #takeExamined({ tally, failures, mistakes, fingerprint, hashes, forks }: Examined): void {
    add(this.#tally, tally);
    if (forks !== undefined) addForks(this.#forks, forks);
    this.#sample.push(...hashes);
    this.#fingerprint = (this.#fingerprint + fingerprint) >>> 0;
    for (const { index, message } of mistakes) this.#mistakes.push(`Case ${index}: ${message}`);
    for (const { index, schedule, where, failures: broken, case: future } of failures) {
      const [failure] = broken;
      if (failure !== undefined) this.#findings.push({ ...this.#finding(index, failure, schedule, future), where });
    }
  }

  #takeLethal({ index, kind, message }: LethalCase): void {
    this.#lethal++;
    this.#tally.cases++;
    this.#fingerprint = (this.#fingerprint + mixSeeds(index, 1)) >>> 0;
    if (kind === 'memory') this.#outOfMemory.push(`case ${index} of seed ${this.#options.seed}`);
    else this.#findings.push(this.#finding(index, lethalFailure(kind, message)));
  }

  /** @param schedule of the case as it was judged. Of one that was not, there is only that which it was made with. */
  #finding(index: number, failure: Finding['failure'], schedule?: number[], future?: Case): Finding {
    const caseOf = (): Case => future ?? { ...caseAt(this.#options.seed, index), ...(schedule && { schedule }) };
    return { rank: index, failure, first: { index }, caseOf };
  }

  #minimiseAll(): Promise<Bucket[]> {
    const { seed, minimiseMs = 60_000 } = this.#options;
    const buckets = sortIntoBuckets(this.#findings);
    return minimiseBuckets(this.#crew, buckets, {
      budgetMs: minimiseMs,
      generatedBy: seed,
      signal: this.#options.signal,
      onDone: (done) => this.#report('minimising', done, buckets.length),
    });
  }

  #report(phase: CampaignProgress['phase'], done: number, total: number | undefined): void {
    const failed = this.#findings.length;
    this.#options.onProgress?.({ phase, done, total, failed, elapsedMs: this.#elapsed() });
  }

  #casesPerCpuSecond(): number {
    const { cpuMs, casesBefore } = this.#speed ?? { cpuMs: () => 0, casesBefore: 0 };
    const ms = cpuMs();
    return ms === 0 ? 0 : Math.round(((this.#tally.cases - casesBefore) / ms) * 1000);
  }
}

/** What is wrong with a case that no oracle could judge. */
export function lethalFailure(kind: LethalCase['kind'], message: string): Finding['failure'] {
  return {
    oracle: 'nothing-ends-silently',
    promise: 'A run ends, and takes nothing else with it.',
    kind: `thread-${kind}`,
    message: `The thread that ran the case was lost. ${message}`,
  };
}
