export type { BenchRatio, BenchRow, Spread } from './row.ts';
export { type BenchOptions, type BenchReport, runBenches } from './run-benches.ts';
