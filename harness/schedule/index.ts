import { exhaustively } from './exhaustive.ts';
import { pct } from './pct.ts';
import { random } from './random.ts';
import { recorded } from './recorded.ts';

export { type PctCoverage, pctBound, pctProbability } from './bound.ts';
export { type Draw, drawFrom, mixSeeds, seedOfText } from './draw.ts';
export { type Exhausted, exhaustively, type SearchScheduler } from './exhaustive.ts';
export { type PctOptions, type PctScheduler, pct } from './pct.ts';
export { random } from './random.ts';
export { recorded, scheduleOf } from './recorded.ts';
export { type RecordingScheduler, recording, type Scheduler } from './scheduler.ts';
export type { Equivalence } from './search-path.ts';

/** All strategies by name. */
export const schedulers = { random, pct, recorded, exhaustively } as const;
