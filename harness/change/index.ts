export { type CheckOptions, checkChange } from './check.ts';
export type { InFlight, Provenance } from './in-flight.ts';
export { madeUpRuns } from './made-up.ts';
export type { BreakReason, Mismatch, PlacedCall } from './mismatch.ts';
export { inFlightOf, isOver } from './recorded.ts';
export type { ChangeBreak, ChangeFindings, ChangeReport, PausePoint, Share, SmallestRun } from './report.ts';
export type { Side } from './side.ts';
