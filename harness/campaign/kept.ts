import type { KeptEntry } from '../corpus/index.ts';
import { weight } from '../minimise/index.ts';
import { bucketKey } from './buckets.ts';
import type { Crew } from './crew.ts';
import { stopAt } from './minimise-buckets.ts';
import type { FailedCase } from './task.ts';

/** What a crew does with kept cases. */
export type KeptCrew = Pick<Crew, 'examine' | 'minimise' | 'trim'>;

/** What a kept case does on this build. */
export interface Reach {
  /** Names of the rare situations that it gets into. */
  readonly states: readonly string[];
  /** The first promise that it breaks, if it breaks one. */
  readonly failed?: FailedCase;
  /** That failure as a bucket is named. */
  readonly bucket?: string;
}

/** Examines a kept case, thoroughly. `undefined`: it ended its thread, so nothing is known. */
export async function reachOf(crew: KeptCrew, { case: kept }: KeptEntry): Promise<Reach | undefined> {
  const { examined } = await crew.examine({ type: 'examine-given', cases: [kept] });
  const [one] = examined;
  if (one === undefined || one.tally.cases === 0) return undefined;
  const states = Object.entries(one.tally.states).flatMap(([name, times]) => (times > 0 ? [name] : []));
  const [failed] = one.failures;
  const [first] = failed?.failures ?? [];
  if (failed === undefined || first === undefined) return { states };
  return { states, failed, bucket: bucketKey(first, failed.where) };
}

export interface SmallerKept {
  readonly case: KeptEntry['case'];
  /** What was held on to: the way in which it fails, or, of a case that passes, all that happens in it. */
  readonly preserved: 'failure' | 'story';
  readonly tried: number;
  readonly minimal: boolean;
  readonly vain: readonly string[];
}

export interface MinimiseKept {
  readonly triedMax?: number;
  readonly budgetMs: number;
  readonly vain?: readonly string[];
  readonly signal?: AbortSignal;
}

/** Makes a kept case smaller without losing what it shows. `undefined`: it ended its thread. */
export async function minimiseKept(
  crew: KeptCrew,
  entry: KeptEntry,
  { signal, ...bounds }: MinimiseKept,
): Promise<SmallerKept | undefined> {
  const reach = await reachOf(crew, entry);
  const stop = stopAt(signal);
  const [failure] = reach?.failed?.failures ?? [];
  if (reach === undefined) return undefined;
  if (failure === undefined) {
    const trimmed = await crew.trim({ type: 'trim', case: entry.case, stop, ...bounds });
    return trimmed && { ...trimmed, preserved: 'story' };
  }
  const { oracle, kind, probe } = failure;
  const where = reach.failed?.where;
  const found = await crew.minimise({
    type: 'minimise',
    case: entry.case,
    oracle,
    kind,
    where,
    probe,
    stop,
    ...bounds,
  });
  return found && { ...found, preserved: 'failure' };
}

/** Why an entry that was kept by machine need not be. */
export interface Redundant {
  readonly entry: KeptEntry;
  readonly why: string;
}

/**
 * Which of the entries kept by machine show nothing that those kept by hand, or smaller ones, do not show too: the same
 * failure or, of those that fail no more, no rare situation of their own. What is not known to be redundant stays.
 */
export async function redundantIn(
  crew: KeptCrew,
  byHand: readonly KeptEntry[],
  byMachine: readonly KeptEntry[],
  signal?: AbortSignal,
): Promise<readonly Redundant[]> {
  const shown = new Map<string, string>();
  const redundant: Redundant[] = [];
  const smallestFirst = [...byMachine].sort((a, b) => weight(a.case) - weight(b.case));
  const all = [...byHand, ...smallestFirst];
  for (const [rank, entry] of all.entries()) {
    if (signal?.aborted) break;
    if (entry.case.workflow !== undefined) continue;
    const reach = await reachOf(crew, entry);
    if (reach === undefined) continue;
    const shows = reach.bucket === undefined ? reach.states : [reach.bucket];
    const fresh = shows.filter((one) => !shown.has(one));
    if (rank >= byHand.length && fresh.length === 0) redundant.push({ entry, why: whyRedundant(reach, shown) });
    for (const one of fresh) shown.set(one, entry.file);
  }
  return redundant;
}

function whyRedundant({ bucket }: Reach, shown: ReadonlyMap<string, string>): string {
  if (bucket !== undefined) return `it fails as ${shown.get(bucket)} does`;
  return 'it breaks no promise any more, and gets into no situation that others do not get into';
}
