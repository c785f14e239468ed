import { existsSync } from 'node:fs';
import { MisuseError } from '../../errors.ts';

let chosen: URL | undefined;

/** Says what threads run from now on, where it is not where it was built. */
export function useWorkerFile(url: URL): void {
  chosen = url;
}

/**
 * The file that threads run: the built one, beside this file as built. From the sources it is the one in `dist`, because
 * Node 20 runs no TypeScript.
 *
 * @throws MisuseError `NO_WORKER` if it is not there.
 */
export function workerFile(): URL {
  const isSource = import.meta.url.endsWith('.ts');
  const besides = isSource
    ? new URL('../../../dist/runtime/sandbox/thread/worker.js', import.meta.url)
    : new URL('./worker.js', import.meta.url);
  const url = chosen ?? besides;
  if (url.protocol !== 'file:' || existsSync(url)) return url;
  const remedy = isSource
    ? 'run `npm run build` first'
    : "keep the package `lockstep` out of the bundle, or use isolation: 'inline'";
  throw new MisuseError('NO_WORKER', `There is no ${url.pathname}, which is what threads run: ${remedy}.`);
}
