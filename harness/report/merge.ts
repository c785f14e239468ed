import { pctProbability } from '../schedule/index.ts';
import type { Failure, Part, PromiseTally, Report, ScheduleBound, StateTally } from './report.ts';

/**
 * Adds up reports of shards of one campaign; at least one. What is not added up is as the first shard says it: verdict and
 * reasons are for whoever knows what shards there must be.
 */
export function mergeReports(reports: readonly [Report, ...Report[]]): Report {
  const all = reports.toSorted((a, b) => (a.shard?.index ?? 1) - (b.shard?.index ?? 1));
  const { shard: _, ...first } = all[0] ?? reports[0];
  return {
    ...first,
    parts: grouped(all, ({ parts }) => parts, partKey, bothParts),
    promises: grouped(all, ({ promises }) => promises, promiseKey, bothPromises),
    failures: grouped(all, ({ failures }) => failures, failureKey, bothFailures),
    ...(all.some(({ states }) => states) && {
      states: grouped(
        all,
        ({ states = [] }) => states,
        ({ name }) => name,
        bothStates,
      ),
    }),
    ...(all.some(({ fingerprint }) => fingerprint) && { fingerprint: sumOfFingerprints(all) }),
    ...(all.some(({ bounds }) => bounds) && {
      bounds: grouped(
        all,
        ({ bounds = [] }) => bounds,
        ({ depth }) => String(depth),
        bothBounds,
      ),
    }),
    timing: timingOf(all),
  };
}

/** Items of all reports, in order of their first appearance; those with the same key become one. */
function grouped<T>(
  reports: readonly Report[],
  of: (report: Report) => readonly T[],
  keyOf: (item: T) => string,
  both: (a: T, b: T) => T,
): T[] {
  const groups = new Map<string, T>();
  for (const item of reports.flatMap(of)) {
    const key = keyOf(item);
    const known = groups.get(key);
    groups.set(key, known === undefined ? item : both(known, item));
  }
  return [...groups.values()];
}

function partKey({ kind, name }: Part): string {
  return `${kind}\n${name}`;
}

/** What a part says of itself in numbers is true of one shard alone, and left out. */
function bothParts(a: Part, b: Part): Part {
  const about = a.about === b.about ? a.about : (a.about.split(':')[0] ?? '');
  const notes = [...new Set([...a.notes, ...b.notes])];
  return { ...a, about, cases: a.cases + b.cases, failed: a.failed + b.failed, notes };
}

function promiseKey({ of, oracle }: PromiseTally): string {
  return `${of}\n${oracle}`;
}

function bothPromises(a: PromiseTally, b: PromiseTally): PromiseTally {
  return { ...a, judged: a.judged + b.judged, failed: a.failed + b.failed };
}

function bothStates(a: StateTally, b: StateTally): StateTally {
  return { ...a, cases: a.cases + b.cases };
}

function failureKey({ part, oracle, kind, file }: Failure): string {
  // A recorded run that does not replay stands for itself.
  return [part, oracle, kind, part === 'golden logs' ? file : ''].join('\n');
}

/** The smaller case stands for both. */
function bothFailures(a: Failure, b: Failure): Failure {
  const smaller = sizeOf(b) < sizeOf(a) ? b : a;
  return { ...smaller, occurrences: a.occurrences + b.occurrences };
}

function sizeOf(failure: Failure): number {
  return JSON.stringify(failure.case ?? null).length;
}

function sumOfFingerprints(reports: readonly Report[]): string {
  const sum = reports.reduce((total, { fingerprint = '0' }) => (total + Number.parseInt(fingerprint, 16)) >>> 0, 0);
  return sum.toString(16).padStart(8, '0');
}

function bothBounds(a: ScheduleBound, b: ScheduleBound): ScheduleBound {
  const both = {
    depth: a.depth,
    chains: Math.max(a.chains, b.chains),
    steps: Math.max(a.steps, b.steps),
    cases: a.cases + b.cases,
  };
  return { ...both, probability: pctProbability(both) };
}

/** One shard measures it. */
function latencyOf(reports: readonly Report[]): Pick<Report['timing'], 'latency'> {
  const latency = reports.find(({ timing }) => timing.latency)?.timing.latency;
  return latency === undefined ? {} : { latency };
}

/** As long as the slowest machine took, on the threads of all, as fast as one core was on average. */
function timingOf(reports: readonly Report[]): Report['timing'] {
  const sum = (of: (report: Report) => number): number => reports.reduce((total, report) => total + of(report), 0);
  return {
    seconds: Math.max(...reports.map(({ timing }) => timing.seconds)),
    threads: sum(({ timing }) => timing.threads),
    casesPerSecondAndCore: sum(({ timing }) => timing.casesPerSecondAndCore) / reports.length,
    ...latencyOf(reports),
  };
}
