export type { Figure, FigureSetting, PreparedFigure } from './latency/figure.ts';
export {
  type FigureEstimate,
  type LatencyOptions,
  measureFigures,
  productFigures,
} from './latency/measure-figures.ts';
export { runFigure, runNamedBy } from './latency/run-figures.ts';
export type { Standing } from './latency/standing.ts';
export { type MeasuredRatio, timesAsDear } from './latency/times-as-dear.ts';
export { benchRuns } from './recorded/bench-runs.ts';
export type { RecordedRun } from './recorded/recorded-run.ts';
export type { BenchRatio, BenchRow, Spread } from './row.ts';
export { type BenchOptions, type BenchReport, runBenches } from './run-benches.ts';
export { Stock } from './stock.ts';
