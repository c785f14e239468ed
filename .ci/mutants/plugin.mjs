import { createJiti } from 'jiti';

/** Stryker imports its plugins itself, and Node 20 cannot import TypeScript. */
export const { strykerPlugins } = await createJiti(import.meta.url).import('./warm-runner.ts');
