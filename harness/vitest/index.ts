import { installMatchers } from './matchers.ts';

export { type FuzzTestOptions, fuzz } from './fuzz.ts';

installMatchers();
