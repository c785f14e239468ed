import { defineConfig } from 'vitest/config';

/**
 * The tests that a mutant has to get past, loaded once and kept in one thread for thousands of mutants. It is no project of
 * `vitest.config.ts`: the one "test" in it serves until it is told to stop. `npm run mutants` runs it.
 */
export default defineConfig({
  server: { watch: null },
  test: {
    include: ['.ci/mutants/served-tests.ts'],
    pool: 'threads',
    maxWorkers: 1,
    // A mutant that makes a test wait for ever is noticed by `served-tests.ts`.
    testTimeout: 0,
    hookTimeout: 0,
    reporters: ['dot'],
  },
});
