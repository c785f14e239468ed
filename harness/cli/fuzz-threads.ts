import { allExamined, fuzzResult, groupFindings, type WorkflowFailure } from '../workflow/index.ts';
import type { ExaminedShare, FoundInWorkflow, FuzzedWorkflow, FuzzJob, Progress } from './job.ts';
import { inThread, type JobHooks, OutOfMemory } from './thread.ts';

export type FuzzPlan = Omit<FuzzJob, 'type' | 'shard'> & {
  threads: number;
  /** The part of the cases that is examined here, where they are split over machines; from 1. */
  shard?: { readonly index: number; readonly count: number };
};

/**
 * Fuzzes workflows on several threads: each examines its share of the cases, and when all is known that is wrong, each
 * makes its share of that small. So the result depends on the cases alone, however many threads there are.
 */
export async function fuzzInThreads(plan: FuzzPlan, hooks: JobHooks): Promise<FuzzedWorkflow[]> {
  const wholes = merged(await examineInThreads(plan, hooks));
  const found = wholes.flatMap(({ examined }, workflow) =>
    groupFindings(examined.findings).map((same, rank) => ({ workflow, rank, same, file: plan.files[workflow] ?? '' })),
  );
  const failures = await minimiseInThreads(found, plan, hooks);
  return wholes.map(({ examined, ...others }, workflow) => {
    const own = failures.filter((_, at) => found[at]?.workflow === workflow);
    return { result: fuzzResult(examined, own), ...others };
  });
}

function examineInThreads({ threads, shard, ...plan }: FuzzPlan, hooks: JobHooks): Promise<ExaminedShare[][]> {
  const { index, count } = shard ?? { index: 1, count: 1 };
  const each = inEach(threads, hooks);
  return each((thread, ownHooks) => {
    const own = { index: thread * count + index - 1, count: count * threads };
    return examineShare({ type: 'fuzz', ...plan, ...ofAll(plan, count), shard: own }, ownHooks);
  });
}

/** One thread's share. Where its memory runs out nothing is known of the cases that it had; all that is said is that. */
async function examineShare(job: FuzzJob, hooks: JobHooks): Promise<ExaminedShare[]> {
  let latest: Progress | undefined;
  const onProgress = (progress: Progress): void => {
    latest = progress;
    hooks.onProgress(progress);
  };
  try {
    return await inThread(job, { ...hooks, onProgress });
  } catch (error) {
    if (!(error instanceof OutOfMemory)) throw error;
    const { type, files, seed, shard } = job;
    const nothing = await inThread({ type, files, seed, shard, cases: 0 }, hooks);
    return nothing.map(({ examined, invariants }) => ({
      examined: { ...examined, isComplete: false },
      invariants,
      outOfMemory: [outOfMemoryText(job, latest)],
    }));
  }
}

function outOfMemoryText({ seed, shard }: FuzzJob, latest: Progress | undefined): string {
  const { doing, cases } = latest ?? { doing: 'loading the workflows', cases: 0 };
  const number = shard.index + cases * shard.count;
  return `The thread was ended by want of memory while it was ${doing}, probably in case ${number} of seed ${seed}: nothing can be said of the cases that it had.`;
}

/** The number of cases is said of this part of them; the case with the last number belongs to all parts together. */
function ofAll({ cases }: Pick<FuzzPlan, 'cases'>, count: number): { cases?: number } {
  return cases === undefined ? {} : { cases: cases * count };
}

/** In the order of `found`, whichever thread was at it. */
async function minimiseInThreads(
  found: readonly FoundInWorkflow[],
  { threads, seed }: FuzzPlan,
  hooks: JobHooks,
): Promise<WorkflowFailure[]> {
  const each = inEach(Math.min(threads, found.length), hooks);
  const shares = await each((thread, ownHooks) => {
    const findings = found.filter((_, at) => at % threads === thread);
    return inThread({ type: 'minimise-findings', seed, findings }, ownHooks);
  });
  return found.flatMap((_, at) => shares[at % threads]?.[Math.floor(at / threads)] ?? []);
}

/** Runs something in each of so many threads, whose progress is shown as one. */
function inEach(threads: number, hooks: JobHooks) {
  const progress = new Map<number, Progress>();
  return <T>(run: (thread: number, hooks: JobHooks) => Promise<T>): Promise<T[]> => {
    const all = Array.from({ length: threads }, (_, thread) => {
      const onProgress = (latest: Progress): void => {
        progress.set(thread, latest);
        hooks.onProgress(together([...progress.values()]));
      };
      return run(thread, { ...hooks, onProgress });
    });
    return allOrFirstFailure(all);
  };
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

/** By workflow: what all threads have examined of it. */
function merged(shares: readonly (readonly ExaminedShare[])[]): ExaminedShare[] {
  const [first = [], ...others] = shares;
  return first.map(({ examined, invariants }, workflow) => {
    const rest = others.flatMap((share) => share[workflow]?.examined ?? []);
    const outOfMemory = shares.flatMap((share) => share[workflow]?.outOfMemory ?? []);
    return {
      examined: allExamined([examined, ...rest]),
      invariants,
      ...(outOfMemory.length > 0 && { outOfMemory }),
    };
  });
}
