import { describe } from 'vitest';
import type { SandboxOptions } from '../options.ts';
import { Sandbox } from '../sandbox.ts';
import { keepThreads } from './warm-threads.ts';

export type SandboxClass = new (options?: SandboxOptions) => Sandbox;

keepThreads();

/** What a sandbox must do wherever its scripts run: the suite is given a sandbox for each place. */
export function describeEverywhere(name: string, suite: (Sandbox: SandboxClass) => void): void {
  for (const isolation of ['thread', 'inline'] as const) {
    describe(`${name} (${isolation})`, () => suite(sandboxIn(isolation)));
  }
}

function sandboxIn(isolation: NonNullable<SandboxOptions['isolation']>): SandboxClass {
  return class extends Sandbox {
    constructor(options: SandboxOptions = {}) {
      super({ isolation, ...options });
    }
  };
}
