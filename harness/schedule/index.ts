import { exhaustively } from './exhaustive.ts';
import { random } from './random.ts';
import { recorded } from './recorded.ts';

export { type Draw, drawFrom, mixSeeds, seedOfText } from './draw.ts';
export { type Exhausted, exhaustively } from './exhaustive.ts';
export { random } from './random.ts';
export { recorded } from './recorded.ts';
export { type RecordingScheduler, recording, type Scheduler } from './scheduler.ts';

/** All strategies by name. */
export const schedulers = { random, recorded, exhaustively } as const;
