import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{runtime,harness,properties,benches,corpora}/**/*.test.ts', 'corpora/**/*.test.ts'],
    testTimeout: 60_000,
  },
});
