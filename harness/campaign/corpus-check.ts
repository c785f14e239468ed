import type { Corpus, KeptEntry } from '../corpus/index.ts';
import { type Bucket, type Finding, sortIntoBuckets } from './buckets.ts';
import { lethalFailure } from './campaign.ts';
import type { Crew, Survey } from './crew.ts';
import { InOrder } from './in-order.ts';
import { minimiseBuckets } from './minimise-buckets.ts';
import { add, emptyTally, type Tally } from './tally.ts';

export interface CorpusResult {
  readonly tally: Tally;
  readonly buckets: readonly Bucket[];
  readonly failed: number;
  /** Names of entries that were ended because they took too much memory. */
  readonly outOfMemory: readonly string[];
  readonly mistakes: readonly string[];
  readonly unreadable: Corpus['unreadable'];
  /** Entries that belong to a workflow: whoever has its declaration judges them. */
  readonly leftToWorkflows: readonly { readonly name: string; readonly workflow: string }[];
}

/** Examines every case of a corpus, thoroughly, or as many as there is time for before `signal` fires. */
export async function checkCorpus(crew: Crew, corpus: Corpus, signal?: AbortSignal): Promise<CorpusResult> {
  return new CorpusCheck(crew, corpus, signal).run();
}

class CorpusCheck {
  readonly #entries: readonly KeptEntry[];
  readonly #tally = emptyTally();
  readonly #findings: Finding[] = [];
  readonly #outOfMemory: string[] = [];
  readonly #mistakes: string[] = [];
  readonly #surveys = new InOrder<{ entry: KeptEntry; rank: number; survey: Survey }>((one) => this.#take(one));

  constructor(
    private readonly crew: Crew,
    private readonly corpus: Corpus,
    private readonly signal: AbortSignal | undefined,
  ) {
    this.#entries = corpus.entries.filter((entry) => entry.case.workflow === undefined);
  }

  async run(): Promise<CorpusResult> {
    const queue = longestFirst(this.#entries);
    await Promise.all(Array.from({ length: this.crew.threads }, () => this.#work(queue)));
    this.#surveys.finish();
    return {
      tally: this.#tally,
      buckets: await minimiseBuckets(this.crew, sortIntoBuckets(this.#findings), {
        budgetMs: 60_000,
        signal: this.signal,
        onDone: () => {},
      }),
      failed: new Set(this.#findings.map(({ rank }) => rank)).size,
      outOfMemory: this.#outOfMemory,
      mistakes: this.#mistakes,
      unreadable: this.corpus.unreadable,
      leftToWorkflows: this.corpus.entries.flatMap(({ case: kept, name }) =>
        kept.workflow === undefined ? [] : [{ name, workflow: kept.workflow.name }],
      ),
    };
  }

  /** One thread's share: an entry at a time, since each is examined thoroughly. */
  async #work(queue: [rank: number, entry: KeptEntry][]): Promise<void> {
    for (let next = queue.shift(); next !== undefined && !this.signal?.aborted; next = queue.shift()) {
      const [rank, entry] = next;
      const survey = await this.crew.examine({ type: 'examine-given', cases: [entry.case] });
      this.#surveys.arrive(rank, { entry, rank, survey });
    }
  }

  #take({ entry, rank, survey }: { entry: KeptEntry; rank: number; survey: Survey }): void {
    const { name } = entry;
    const found = (failure: Finding['failure'], where?: string): void =>
      void this.#findings.push({ rank, failure, where, first: { name }, caseOf: () => entry.case });
    for (const { tally, mistakes, failures } of survey.examined) {
      add(this.#tally, tally);
      for (const { message } of mistakes) this.#mistakes.push(`${name}: ${message}`);
      for (const {
        where,
        failures: [first],
      } of failures)
        if (first !== undefined) found(first, where);
    }
    for (const { kind, message } of survey.lethal) {
      if (kind === 'memory') this.#outOfMemory.push(`“${name}” in the corpus`);
      else found(lethalFailure(kind, message));
    }
  }
}

/** Entries with their ranks. Long ones tend to take longest: begun first, they keep no thread waiting at the end. */
function longestFirst(entries: readonly KeptEntry[]): [rank: number, entry: KeptEntry][] {
  const length = ({ case: kept }: KeptEntry): number => JSON.stringify(kept).length;
  return [...entries.entries()].sort(([, a], [, b]) => length(b) - length(a));
}
