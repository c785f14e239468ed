import type { FuzzResult, WorkflowFailure } from '../workflow/index.ts';
import type { FuzzedWorkflow, FuzzJob, Progress } from './job.ts';
import { inThread, type JobHooks } from './thread.ts';

export type FuzzPlan = Omit<FuzzJob, 'type' | 'shard'> & { threads: number };

/** Fuzzes workflows on several threads, each with its share of the cases, and puts the results together. */
export async function fuzzInThreads(plan: FuzzPlan, hooks: JobHooks): Promise<FuzzedWorkflow[]> {
  const { threads, ...rest } = plan;
  const progress = new Map<number, Progress>();
  const shards = Array.from({ length: threads }, (_, index) => {
    const onProgress = (latest: Progress): void => {
      progress.set(index, latest);
      hooks.onProgress(together([...progress.values()]));
    };
    const job: FuzzJob = { type: 'fuzz', ...rest, shard: { index, count: threads } };
    return inThread(job, { ...hooks, onProgress });
  });
  return merged(await allOrFirstFailure(shards));
}

/** A declaration that is wrong is wrong in every thread: wait for all, and say it once. */
async function allOrFirstFailure<T>(promises: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(promises);
  return Promise.all(promises);
}

function together(all: readonly Progress[]): Progress {
  const doing = [...new Set(all.map((progress) => progress.doing))].join(', ');
  const sum = (field: 'cases' | 'failures'): number => all.reduce((total, progress) => total + progress[field], 0);
  return { doing, cases: sum('cases'), failures: sum('failures') };
}

/** By workflow: counts added up, and of equal findings the smallest case. */
export function merged(shards: readonly (readonly FuzzedWorkflow[])[]): FuzzedWorkflow[] {
  const [first = [], ...others] = shards;
  return first.map(({ result, invariants }, workflow) => {
    const results = others.flatMap((shard) => shard[workflow]?.result ?? []);
    return { result: results.reduce(mergeTwo, result), invariants };
  });
}

function mergeTwo(a: FuzzResult, b: FuzzResult): FuzzResult {
  return {
    ...a,
    verdict: worse(a.verdict, b.verdict),
    cases: a.cases + b.cases,
    ends: added(a.ends, b.ends),
    executions: added(a.executions, b.executions),
    failures: mergeFailures([...a.failures, ...b.failures]),
  };
}

function worse(a: FuzzResult['verdict'], b: FuzzResult['verdict']): FuzzResult['verdict'] {
  return (['FAIL', 'INCONCLUSIVE'] as const).find((verdict) => a === verdict || b === verdict) ?? 'PASS';
}

function added<T extends Readonly<Record<string, number>>>(a: T, b: T): T {
  return Object.fromEntries(Object.entries(a).map(([key, count]) => [key, count + (b[key] ?? 0)])) as T;
}

function mergeFailures(failures: readonly WorkflowFailure[]): WorkflowFailure[] {
  const smallest = new Map<string, WorkflowFailure>();
  for (const failure of failures) {
    const key = `${failure.kind}\n${failure.name}`;
    const known = smallest.get(key);
    smallest.set(key, known === undefined ? failure : mergeFailure(known, failure));
  }
  return [...smallest.values()];
}

function mergeFailure(a: WorkflowFailure, b: WorkflowFailure): WorkflowFailure {
  const smaller = sizeOf(b) < sizeOf(a) ? b : a;
  return { ...smaller, occurrences: a.occurrences + b.occurrences };
}

function sizeOf(failure: WorkflowFailure): number {
  return JSON.stringify(failure.case).length;
}
