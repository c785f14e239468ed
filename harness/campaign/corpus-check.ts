import type { Corpus, KeptEntry } from '../corpus/index.ts';
import { type Bucket, type Finding, sortIntoBuckets } from './buckets.ts';
import { lethalFailure } from './campaign.ts';
import type { Crew, Survey } from './crew.ts';
import { minimiseBuckets } from './minimise-buckets.ts';
import { add, emptyTally, type Tally } from './tally.ts';

export interface CorpusResult {
  readonly tally: Tally;
  readonly buckets: readonly Bucket[];
  readonly failed: number;
  readonly mistakes: readonly string[];
  readonly unreadable: Corpus['unreadable'];
  /** Names of entries that belong to a workflow: whoever has its declaration judges them. */
  readonly leftToWorkflows: readonly string[];
}

/** Entries per task: each is examined thoroughly. */
const chunkEntries = 4;

/** Examines every case of a corpus, thoroughly, or as many as there is time for before `signal` fires. */
export async function checkCorpus(crew: Crew, corpus: Corpus, signal?: AbortSignal): Promise<CorpusResult> {
  const entries = corpus.entries.filter((entry) => entry.case.workflow === undefined);
  const tally = emptyTally();
  const findings: Finding[] = [];
  const mistakes: string[] = [];
  const chunks = chunked(entries);
  const work = async (): Promise<void> => {
    for (let chunk = chunks.shift(); chunk !== undefined && !signal?.aborted; chunk = chunks.shift()) {
      const survey = await crew.examine({ type: 'examine-given', cases: chunk.map((entry) => entry.case) });
      for (const examined of survey.examined) {
        add(tally, examined.tally);
        for (const { index, message } of examined.mistakes) mistakes.push(`${chunk[index]?.name}: ${message}`);
      }
      findings.push(...findingsIn(survey, chunk, entries));
    }
  };
  await Promise.all(Array.from({ length: crew.threads }, work));
  return {
    tally,
    buckets: await minimiseBuckets(crew, sortIntoBuckets(findings), {
      budgetMs: 2_000,
      isOver: () => signal?.aborted ?? false,
      onDone: () => {},
    }),
    failed: new Set(findings.map(({ rank }) => rank)).size,
    mistakes,
    unreadable: corpus.unreadable,
    leftToWorkflows: corpus.entries.flatMap((entry) => (entry.case.workflow === undefined ? [] : [entry.name])),
  };
}

function chunked(entries: readonly KeptEntry[]): KeptEntry[][] {
  const count = Math.ceil(entries.length / chunkEntries);
  return Array.from({ length: count }, (_, i) => entries.slice(i * chunkEntries, (i + 1) * chunkEntries));
}

function findingsIn(survey: Survey, chunk: readonly KeptEntry[], entries: readonly KeptEntry[]): Finding[] {
  const found = (index: number, failure: Finding['failure'] | undefined): Finding[] => {
    const entry = chunk[index];
    if (entry === undefined || failure === undefined) return [];
    return [{ rank: entries.indexOf(entry), failure, first: { name: entry.name }, caseOf: () => entry.case }];
  };
  return [
    ...survey.examined.flatMap(({ failures }) =>
      failures.flatMap(({ index, failures: [first] }) => found(index, first)),
    ),
    ...survey.lethal.flatMap(({ index, kind, message }) => found(index, lethalFailure(kind, message))),
  ];
}
