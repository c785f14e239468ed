/**
 * Builds the file that the threads of sandboxes run, so that tests of the sources never meet one that was built from others.
 * Node 20 cannot run the source itself. Built again only if a source has changed since.
 */
import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { TestProject } from 'vitest/node';

const root = fileURLToPath(new URL('..', import.meta.url));
const built = join(root, 'node_modules/.cache/lockstep/worker.js');

declare module 'vitest' {
  interface ProvidedContext {
    workerFile: string;
  }
}

/** Vitest's global setup. */
// biome-ignore lint/style/noDefaultExport: Vitest asks for it
export default async function setup(project: TestProject): Promise<void> {
  if (!existsSync(built) || statSync(built).mtimeMs < newestSource()) await build();
  project.provide('workerFile', pathToFileURL(built).href);
}

function newestSource(): number {
  const sources = readdirSync(join(root, 'runtime'), { recursive: true, encoding: 'utf8' });
  return Math.max(...sources.map((path) => statSync(join(root, 'runtime', path)).mtimeMs));
}

/** Put in its place at once, because several may be testing. */
async function build(): Promise<void> {
  const { build: bundle } = await import('vite');
  const folder = join(dirname(built), `${process.pid}`);
  await bundle({
    root,
    configFile: false,
    logLevel: 'warn',
    build: {
      ssr: join(root, 'runtime/sandbox/thread/worker.ts'),
      target: 'node20',
      outDir: folder,
      sourcemap: 'inline',
      minify: false,
      rolldownOptions: { output: { entryFileNames: 'worker.js', codeSplitting: false } },
    },
  });
  renameSync(join(folder, 'worker.js'), built);
  rmSync(folder, { recursive: true });
}
