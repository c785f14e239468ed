import { type FigureEstimate, measureFigures, productFigures, runFigure } from '../../benches/index.ts';
import type { JobContext, LatencyJob } from './job.ts';

/** Measures the figures of replay latency that have a budget, once, in a thread that has done nothing else. */
export async function performLatency(
  { budgets, budgetMs, runs }: LatencyJob,
  { signal }: JobContext,
): Promise<FigureEstimate[]> {
  return await measureFigures({ budgets, budgetMs, signal, figures: [...productFigures, ...runs.map(runFigure)] });
}
