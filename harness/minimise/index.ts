export { type Minimised, type MinimiseOptions, minimise } from './minimise.ts';
export { type Reduced, reduce, reducers } from './reduce.ts';
export { type Reducer, weight } from './reducer.ts';
export { type FailureTest, failureTest } from './same-failure.ts';
