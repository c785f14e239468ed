import { behaviours } from './behaviours.ts';
import { cases, casesWith } from './cases.ts';
import { faults } from './faults.ts';
import { featureSets } from './features.ts';
import { logs } from './logs.ts';
import { schedules } from './schedules.ts';
import { scripts } from './script/scripts.ts';
import { hardValues, jsonValues } from './values.ts';

export { behaviours } from './behaviours.ts';
export { cases, casesWith } from './cases.ts';
export { faults } from './faults.ts';
export { allFeatures, type Feature, type Features, featureSets, scriptFeatures, worldFeatures } from './features.ts';
export { logs } from './logs.ts';
export { schedules } from './schedules.ts';
export { actionNames } from './script/actions.ts';
export { type Script, scripts } from './script/scripts.ts';
export { hardValues, jsonValues } from './values.ts';

/** fast-check arbitraries of all that a case is made of. Those that take features stay within them, and without any may use all. */
export const arbitraries = {
  cases,
  casesWith,
  scripts,
  behaviours,
  schedules,
  faults,
  logs,
  featureSets,
  jsonValues,
  hardValues,
} as const;
