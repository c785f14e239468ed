export { type Draw, drawFrom, mixSeeds, seedOfText } from './draw.ts';
export { type Exhausted, exhaustively } from './exhaustive.ts';
export { random } from './random.ts';
export { recorded } from './recorded.ts';
export { type RecordingScheduler, recording, type Scheduler } from './scheduler.ts';
