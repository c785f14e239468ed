import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { ClosingLine } from './.ci/closing-line.ts';
import { LongestFirst } from './.ci/longest-first.ts';

/** What `npm run quick` leaves out. */
const leftOut = process.env.LEFT_OUT?.split(',') ?? [];

/**
 * Three projects: `unit` is all that `npm test` runs; `browser` opens pages in a real Chromium; `consumer` packs the
 * package and installs it elsewhere, which takes long and needs the registry. Tests run in processes of their own,
 * because guests have the stack of a main thread there and because c8 can look into them.
 */
export default defineConfig({
  resolve: {
    // Workflows import the package by its name, as a user's do; tests run them on the sources.
    alias: [
      { find: /^lockstep$/, replacement: door('./runtime/index.ts') },
      { find: /^lockstep\/harness$/, replacement: door('./harness/index.ts') },
      { find: /^lockstep\/vitest$/, replacement: door('./harness/vitest/index.ts') },
    ],
  },
  test: {
    reporters: ['default', new ClosingLine()],
    pool: 'forks',
    // By default one core is left for others; of two that is half of the machine.
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    globalSetup: ['.ci/temporary-root.ts', '.ci/worker-build.ts'],
    setupFiles: ['.ci/temporary-setup.ts', '.ci/coverage-setup.ts', '.ci/worker-setup.ts'],
    sequence: { shuffle: false, sequencer: LongestFirst },
    // Reports have a style sheet as text; what is not asked for is given as an empty one.
    css: true,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{runtime,harness,properties,benches,corpora,.ci}/**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/*.browser.test.ts', '.ci/**/*consumer.test.ts', ...leftOut],
        },
      },
      { extends: true, test: { name: 'browser', include: ['harness/**/*.browser.test.ts'] } },
      {
        extends: true,
        test: { name: 'consumer', include: ['.ci/**/*consumer.test.ts'], testTimeout: 300_000, hookTimeout: 300_000 },
      },
    ],
  },
});

function door(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url));
}
