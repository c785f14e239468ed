export type { Asked } from './globals.ts';
export { type EndInV8, type Reference, type RunInV8, runInV8 } from './run-in-v8.ts';
