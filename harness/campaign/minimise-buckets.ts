import { weight } from '../minimise/index.ts';
import type { Bucket, Finding } from './buckets.ts';
import type { Crew } from './crew.ts';

export interface MinimiseBuckets {
  /** Milliseconds for each bucket. */
  readonly budgetMs: number;
  /** Seed of the campaign that made the cases. */
  readonly generatedBy?: number;
  /** Leave the rest as it is. */
  isOver(): boolean;
  onDone(done: number): void;
}

/** At most so many kinds of failure are made small; a build that is broken all over has its say in these. */
const minimisedMax = 8;

/** Makes the first finding of every bucket small, as many at a time as there are threads. */
export async function minimiseBuckets(
  crew: Crew,
  buckets: readonly (readonly [Finding, ...Finding[]])[],
  options: MinimiseBuckets,
): Promise<Bucket[]> {
  const results: Bucket[] = [];
  const queue = [...buckets.entries()];
  let done = 0;
  const work = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const [at, bucket] = next;
      const isLeft = at >= minimisedMax || options.isOver();
      results[at] = isLeft ? asFound(bucket) : await minimised(crew, bucket, options);
      options.onDone(++done);
    }
  };
  await Promise.all(Array.from({ length: crew.threads }, work));
  return mergeAlike(results);
}

/** Made small, failures that looked different may turn out to be one: the smaller case stands for both. */
export function mergeAlike(buckets: readonly Bucket[]): Bucket[] {
  const merged = new Map<string, Bucket>();
  for (const bucket of buckets) {
    const key = `${bucket.failure.oracle}/${bucket.failure.kind}`;
    const other = merged.get(key);
    if (other === undefined) merged.set(key, bucket);
    else merged.set(key, mergeTwo(other, bucket));
  }
  return [...merged.values()];
}

function mergeTwo(earlier: Bucket, later: Bucket): Bucket {
  const occurrences = earlier.occurrences + later.occurrences;
  return { ...(weight(later.case) < weight(earlier.case) ? later : earlier), occurrences };
}

function asFound([first, ...others]: readonly [Finding, ...Finding[]]): Bucket {
  const { failure } = first;
  const { oracle, promise, kind } = failure;
  const occurrences = others.length + 1;
  return { oracle, promise, kind, occurrences, first: first.first, case: first.caseOf(), failure, minimal: false };
}

async function minimised(
  crew: Crew,
  bucket: readonly [Finding, ...Finding[]],
  { budgetMs, generatedBy }: MinimiseBuckets,
): Promise<Bucket> {
  const found = asFound(bucket);
  if (found.kind.startsWith('thread-')) return found;
  const smaller = await crew.minimise({
    type: 'minimise',
    case: found.case,
    oracle: found.oracle,
    budgetMs,
    ...('index' in found.first &&
      generatedBy !== undefined && {
        generated: { seed: generatedBy, index: found.first.index },
      }),
  });
  if (smaller === undefined) return found;
  const { case: smallest, failure, trace, minimal } = smaller;
  return { ...found, kind: failure.kind, case: smallest, failure, trace, minimal };
}
