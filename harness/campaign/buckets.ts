import type { Case } from '../case/index.ts';
import type { BrokenPromise } from '../oracle/index.ts';
import type { Trace } from '../world/index.ts';

/** Failures that look alike: the same oracle saw the same kind of first divergence at the same kind of call. */
export interface Bucket {
  readonly oracle: string;
  readonly promise: string;
  readonly kind: string;
  /** At what kind of call (`action`, `sleep`, `now`, `random`), where the oracle named a position. */
  readonly where?: string | undefined;
  /** How many cases are in it. */
  readonly occurrences: number;
  /** Where it was found first: the number of a generated case, or the name of a kept one. */
  readonly first: { readonly index: number } | { readonly name: string };
  /** The smallest case that shows it. */
  readonly case: Case;
  /** What that case shows. */
  readonly failure: BrokenPromise;
  /** What happened in it; absent where it could not be run to its end. */
  readonly trace?: Trace;
  /** Whether it is known that nothing smaller shows it. */
  readonly minimal: boolean;
  /** Time ended the search for a smaller one, and not what it may try: on another machine it may come out smaller. */
  readonly isLate: boolean;
}

/** A failing case before it is minimised. */
export interface Finding {
  /** Rank among all findings: the first of a bucket stands for it. */
  readonly rank: number;
  readonly failure: BrokenPromise;
  readonly where?: string | undefined;
  readonly first: Bucket['first'];
  caseOf(): Case;
}

/** Findings by bucket, the earliest of each first; buckets in the order of their earliest finding. */
export function sortIntoBuckets(findings: readonly Finding[]): readonly (readonly [Finding, ...Finding[]])[] {
  const buckets = new Map<string, [Finding, ...Finding[]]>();
  for (const finding of [...findings].sort((a, b) => a.rank - b.rank)) {
    const key = bucketKey(finding.failure, finding.where);
    const bucket = buckets.get(key);
    if (bucket === undefined) buckets.set(key, [finding]);
    else bucket.push(finding);
  }
  return [...buckets.values()];
}

/** What failures have in common that are one entry of a report. Nothing in it depends on a script's names, numbers or lines. */
export function bucketKey({ oracle, kind }: Pick<BrokenPromise, 'oracle' | 'kind'>, where: string | undefined): string {
  return `${oracle}/${kind}/${where ?? ''}`;
}
