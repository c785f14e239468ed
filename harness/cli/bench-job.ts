import { runBenches } from '../../benches/index.ts';
import type { BenchRow } from '../report/bench-text.ts';
import type { JobContext } from './job.ts';

/** Runs the benches, one after the other. */
export async function performBench(context: JobContext): Promise<BenchRow[]> {
  return await runBenches({ onRow: (row) => context.progress(`measured: ${row.name}`) });
}
