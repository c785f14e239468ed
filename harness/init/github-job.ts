import type { PackageManager } from './package-manager.ts';

/** The job that checks and fuzzes the workflows on GitHub, and keeps what failed. */
export function githubJob({ name, installLocked, run }: PackageManager): string {
  const corepack = name === 'npm' ? '' : '      - run: corepack enable\n';
  return `name: lockstep

on:
  push:
    branches: [main, master]
  pull_request:

jobs:
  fuzz:
    runs-on: ubuntu-latest
    timeout-minutes: 15
    steps:
      - uses: actions/checkout@v4
${corepack}      - uses: actions/setup-node@v4
        with:
          node-version: 22
          cache: ${name}
      - run: ${installLocked}
      - run: ${run} lockstep types --check
      - run: ${run} vitest run workflows
      - run: ${run} lockstep fuzz --budget 60s
      - uses: actions/upload-artifact@v4
        if: failure()
        with:
          name: lockstep-failures
          path: .lockstep/failures
          include-hidden-files: true
          if-no-files-found: ignore
`;
}
