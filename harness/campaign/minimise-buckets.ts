import type { Case } from '../case/index.ts';
import { weight } from '../minimise/index.ts';
import { type Bucket, bucketKey, type Finding } from './buckets.ts';
import type { Crew } from './crew.ts';

export interface MinimiseBuckets {
  /** Milliseconds for each bucket. */
  readonly budgetMs: number;
  /** Seed of the campaign that made the cases. */
  readonly generatedBy?: number;
  /** Stops what is under way at the smallest so far, and leaves the rest as it is. */
  readonly signal?: AbortSignal | undefined;
  onDone(done: number): void;
}

/** At most so many kinds of failure are made small; a build that is broken all over has its say in these. */
const minimisedMax = 8;

/** Makes the smallest finding of every bucket smaller, as many at a time as there are threads. */
export async function minimiseBuckets(
  crew: Pick<Crew, 'threads' | 'minimise'>,
  buckets: readonly (readonly [Finding, ...Finding[]])[],
  options: MinimiseBuckets,
): Promise<Bucket[]> {
  const results: Bucket[] = [];
  const stop = stopAt(options.signal);
  const queue = [...buckets.entries()];
  let done = 0;
  const work = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const [at, bucket] = next;
      const isLeft = at >= minimisedMax || options.signal?.aborted;
      results[at] = isLeft ? asFound(bucket) : await minimised(crew, bucket, options, stop);
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
    const key = bucketKey(bucket.failure, bucket.where);
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

/** A number in shared memory that becomes 1 when the signal fires: a thread that is busy hears nothing else. */
export function stopAt(signal: AbortSignal | undefined): Int32Array {
  const stop = new Int32Array(new SharedArrayBuffer(4));
  const set = (): void => void Atomics.store(stop, 0, 1);
  if (signal?.aborted) set();
  else signal?.addEventListener('abort', set, { once: true });
  return stop;
}

/** Among so many findings of a bucket, the earliest ones, the smallest is looked for: it is nearest to the minimum. */
const comparedMax = 16;

function smallestOf(bucket: readonly [Finding, ...Finding[]]): Finding & { readonly case: Case } {
  const [first, ...others] = bucket.slice(0, comparedMax).map((finding) => ({ ...finding, case: finding.caseOf() }));
  // A bucket has at least one finding.
  return others.reduce(
    (best, other) => (weight(other.case) < weight(best.case) ? other : best),
    first as NonNullable<typeof first>,
  );
}

function asFound(bucket: readonly [Finding, ...Finding[]], smallest = smallestOf(bucket)): Bucket {
  const { failure, where } = smallest;
  const { oracle, promise, kind } = failure;
  const [{ first }] = bucket;
  return {
    oracle,
    promise,
    kind,
    where,
    occurrences: bucket.length,
    first,
    case: smallest.case,
    failure,
    minimal: false,
    isLate: false,
  };
}

async function minimised(
  crew: Pick<Crew, 'minimise'>,
  bucket: readonly [Finding, ...Finding[]],
  { budgetMs, generatedBy }: MinimiseBuckets,
  stop: Int32Array,
): Promise<Bucket> {
  const given = smallestOf(bucket);
  const found = asFound(bucket, given);
  if (found.kind.startsWith('thread-')) return found;
  const smaller = await crew.minimise({
    type: 'minimise',
    case: found.case,
    oracle: found.oracle,
    kind: found.kind,
    where: found.where,
    probe: found.failure.probe,
    budgetMs,
    stop,
    ...('index' in given.first &&
      generatedBy !== undefined && {
        generated: { seed: generatedBy, index: given.first.index },
      }),
  });
  if (smaller === undefined) return found;
  const { case: smallest, failure, trace, minimal, isLate } = smaller;
  return { ...found, case: smallest, failure, trace, minimal, isLate };
}
