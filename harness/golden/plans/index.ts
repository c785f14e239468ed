import type { GoldenPlan } from '../plan.ts';
import { calls } from './calls.ts';
import { ends } from './ends.ts';
import { forms } from './forms.ts';
import { pauses } from './pauses.ts';
import { times } from './times.ts';
import { values } from './values.ts';

/** What `npm run golden:record` records. A new kind of behaviour gets a plan here before it is released. */
export const goldenPlans: readonly GoldenPlan[] = [...calls, ...pauses, ...times, ...values, ...ends, ...forms];
