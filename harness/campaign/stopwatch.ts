import process from 'node:process';

/** Milliseconds since it was made. Budgets and speeds are measured with it; no outcome ever depends on it. */
export type Stopwatch = () => number;

export function startStopwatch(): Stopwatch {
  const startedMs = performance.now();
  return () => performance.now() - startedMs;
}

/**
 * Milliseconds of processor time that all threads of this process have used since it was made. What a machine does
 * besides does not count, so speeds per core are measured with it.
 */
export function startCpuClock(): Stopwatch {
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
}
