export { findCheckout, PlantLoader } from './loader.ts';
export type { Bed, Patch, Plant, Planting } from './plant.ts';
export { plants } from './plants.ts';
export { selfChecks } from './self-checks/self-checks.ts';
export { slowdown } from './slowdown.ts';
export { checkItself, type TryOptions, tryPlants } from './try-plants.ts';
