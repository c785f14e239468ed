import type { BenchOptions } from 'tinybench';

/**
 * A clock that stands still while others have the processor: the CPU time of this process, with what its garbage collector
 * and compiler do beside it. On a shared machine wall time mostly measures the neighbours. It counts whole microseconds,
 * so what is measured with it has to take long.
 */
export const cpuClock: NonNullable<BenchOptions['timestampProvider']> = {
  name: 'cpu',
  fn: cpuMicroseconds,
  fromMs: (milliseconds) => milliseconds * 1000,
  toMs: (microseconds) => Number(microseconds) / 1000,
};

export function cpuMicroseconds(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}
