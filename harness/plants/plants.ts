import { clockPlants } from './clock.ts';
import { fuelPlants } from './fuel.ts';
import { guardPlants } from './guard.ts';
import { harnessPlants } from './harness.ts';
import { holesPlants } from './holes.ts';
import { logPlants } from './log.ts';
import { orderPlants } from './order.ts';
import type { Plant } from './plant.ts';
import { randomPlants } from './random.ts';
import { resumePlants } from './resume.ts';
import { snapshotPlants } from './snapshot.ts';
import { threadsPlants } from './threads.ts';
import { valuesPlants } from './values.ts';
import { zonePlants } from './zone.ts';

/** All of them, by what they break. */
export const plants: readonly Plant[] = [
  ...logPlants,
  ...guardPlants,
  ...orderPlants,
  ...holesPlants,
  ...valuesPlants,
  ...clockPlants,
  ...zonePlants,
  ...randomPlants,
  ...snapshotPlants,
  ...fuelPlants,
  ...resumePlants,
  ...threadsPlants,
  ...harnessPlants,
];
