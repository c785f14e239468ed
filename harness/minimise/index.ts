export { type Minimised, type MinimiseOptions, minimise } from './minimise.ts';
export { type Reduced, type ReduceOptions, reduce, reducers } from './reduce.ts';
export { type Reducer, weight } from './reducer.ts';
export { type FailureLike, type FailureTest, failureTest, likeOf } from './same-failure.ts';
export { type TrimOptions, trim } from './trim.ts';
export { whereabouts } from './whereabouts.ts';
