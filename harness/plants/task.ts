import type { SelfChecked } from '../campaign/index.ts';
import type { Plant } from './plant.ts';
import type { Searched } from './search.ts';

/** What a thread is asked to do. Plain data. */
export type PlantTask = SearchTask | CheckTask;

/** To try a plant: on generated cases of that seed, or on the self-check that it names. */
export interface SearchTask {
  readonly type: 'plant';
  readonly plant: Plant;
  /** All that this thread is going to be asked for: their modules are got ready together. */
  readonly plants: readonly Plant[];
  readonly seed: number;
  readonly casesMax: number;
}

/** To run the self-checks as they are. */
export interface CheckTask {
  readonly type: 'self-checks';
}

export type PlantResult<T extends PlantTask> = T extends SearchTask ? Searched : readonly SelfChecked[];
