export { misfitOf } from './misfit.ts';
export { guidedTrial } from './mutant.ts';
export { type Candidate, Pool } from './pool.ts';
export { placeOf, type Reached, reachedBy } from './reached.ts';
export { smallestSet } from './smallest-set.ts';
export { type NextRound, type RoundReport, RoundTable, type TableOptions } from './table.ts';
