import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { expect } from 'vitest';
import type { Block } from './blocks.ts';

/** Writes the file that a block shows. */
export function writeInto(project: string, block: Block): void {
  const file = join(project, block.notes.get('file') ?? '');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, block.text);
}

/** Runs a block's commands in a project, and gives what they printed, on both streams. Fails where they end otherwise than it says. */
export function runShell(block: Block, cwd: string): string {
  const wanted = Number(block.notes.get('exit') ?? 0);
  const { status, stdout } = spawnSync('bash', ['-ec', `exec 2>&1\n${block.text}`], {
    cwd,
    encoding: 'utf8',
    env: environment(cwd),
  });

  expect({ status, output: status === wanted ? '' : stdout }).toEqual({ status: wanted, output: '' });
  return stdout;
}

/** The environment less what the test runner and npm put into it, with the project's binaries first. */
function environment(project: string): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^(npm_|VITEST|TEST$|NODE_ENV$|INIT_CWD$)/.test(name));
  return { ...Object.fromEntries(kept), PATH: [join(project, 'node_modules/.bin'), process.env.PATH].join(delimiter) };
}
