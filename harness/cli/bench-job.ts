import { type BenchReport, runBenches } from '../../benches/index.ts';
import type { JobContext } from './job.ts';

/** Runs the benches, one after the other. */
export async function performBench(context: JobContext): Promise<BenchReport> {
  return await runBenches({
    onRow: (row) => context.progress({ doing: `measured: ${row.name}`, cases: 0, failures: 0 }),
  });
}
