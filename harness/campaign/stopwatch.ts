/** Milliseconds since it was made. Budgets and speeds are measured with it; no outcome ever depends on it. */
export type Stopwatch = () => number;

export function startStopwatch(): Stopwatch {
  const startedMs = performance.now();
  return () => performance.now() - startedMs;
}
