export { findCheckout } from './loader.ts';
export type { Bed, Patch, Plant } from './plant.ts';
export { plants } from './plants.ts';
export { selfChecks } from './self-checks/self-checks.ts';
export { checkItself, type TryOptions, tryPlants } from './try-plants.ts';
