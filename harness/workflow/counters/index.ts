export { type CaseCount, Coverage } from './coverage.ts';
export { type Instrumented, instrument } from './instrument.ts';
export type { Place, PlaceKind } from './place.ts';
export { type ScriptCoverage, summaryOf, type UnreachedPlace } from './summary.ts';
export { type V8ScriptCoverage, v8Coverage } from './v8-coverage.ts';
