import { type BenchReport, benchRuns, runBenches } from '../../benches/index.ts';
import type { BenchJob, JobContext } from './job.ts';

/** Replays the runs that are named; or asks all questions about the product, one after the other. */
export async function performBench({ runs }: BenchJob, context: JobContext): Promise<BenchReport> {
  if (runs.length > 0) return { rows: await benchRuns(runs), notes: [] };
  return await runBenches({
    onRow: (row) => context.progress({ doing: `measured: ${row.name}`, cases: 0, failures: 0 }),
  });
}
