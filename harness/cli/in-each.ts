import type { Progress } from './job.ts';
import type { JobHooks } from './thread.ts';

/** Runs something in each of so many threads, whose progress is shown as one. */
export function inEach<T>(
  threads: number,
  hooks: JobHooks,
  run: (thread: number, hooks: JobHooks) => Promise<T>,
): Promise<T[]> {
  const progress = new Map<number, Progress>();
  const all = Array.from({ length: threads }, (_, thread) => {
    const onProgress = (latest: Progress): void => {
      progress.set(thread, latest);
      hooks.onProgress(together([...progress.values()]));
    };
    return run(thread, { ...hooks, onProgress });
  });
  return allOrFirstFailure(all);
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
