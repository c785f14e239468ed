import { createRequire } from 'node:module';

interface Manifest {
  readonly version: string;
  readonly devDependencies: Readonly<Record<string, string>>;
}

/** This package's package.json. Found through its own door: this file lies at another depth in dist/ than in the sources. */
export function packageManifest(): Manifest {
  return createRequire(import.meta.url)('lockstep/package.json') as Manifest;
}

export function packageVersion(): string {
  return packageManifest().version;
}
