import { createRequire } from 'node:module';

/** As package.json says. Found through the package's own door: this file lies at another depth in dist/ than in the sources. */
export function packageVersion(): string {
  const { version } = createRequire(import.meta.url)('lockstep/package.json') as { version: string };
  return version;
}
