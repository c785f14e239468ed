import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { defineConfig } from 'tsdown';

/** Serves `import text from './file.js?raw'`, as Vite does in tests. */
const rawText = {
  name: 'raw-text',
  resolveId(source: string, importer: string | undefined) {
    if (!source.endsWith('?raw') || importer === undefined) return null;
    return `\0raw:${resolve(dirname(importer), source.slice(0, -'?raw'.length))}.mjs`;
  },
  load(id: string) {
    if (!id.startsWith('\0raw:')) return null;
    return `export default ${JSON.stringify(readFileSync(id.slice('\0raw:'.length, -'.mjs'.length), 'utf8'))};`;
  },
};

export default defineConfig({
  entry: [
    'runtime/index.ts',
    'runtime/sandbox/thread/worker.ts',
    'harness/index.ts',
    'harness/vitest/index.ts',
    'harness/vitest/plugin.ts',
    'harness/campaign/worker.ts',
    'harness/campaign/repeat-main.ts',
    'harness/plants/hooks.ts',
    'harness/plants/worker.ts',
    'harness/plants/search.ts',
    'harness/plants/slowed-down.ts',
    'harness/plants/self-checks/run.ts',
    'harness/cli/main.ts',
    'harness/cli/latency-process.ts',
    'harness/cli/latency-proof-main.ts',
    'harness/cli/worker.ts',
    'harness/golden/record-main.ts',
    'benches/guidance-main.ts',
    'benches/soak-main.ts',
    'benches/peers/index.ts',
    'properties/hostile/worker.ts',
  ],
  format: 'esm',
  platform: 'node',
  target: 'node20',
  unbundle: true,
  // A module that is loaded from its source, with a patch in it, imports constants that are inlined nowhere.
  inputOptions: { optimization: { inlineConst: false } },
  root: '.',
  outDir: 'dist',
  dts: true,
  sourcemap: true,
  outExtensions: () => ({ js: '.js', dts: '.d.ts' }),
  plugins: [rawText],
});
