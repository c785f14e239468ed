import { installMatchers } from './matchers.ts';

export { type Fuzz, type FuzzTestOptions, fuzz } from './fuzz.ts';
export type { RunMatchers } from './matchers.ts';

installMatchers();
