import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * For tests: the built binary in a process of its own, in a folder such as a user has. `npm test` builds it first.
 */
export const root: string = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const binary = join(root, 'dist/harness/cli/main.js');

/** A new folder with these files, in which `lockstep` and `zod` are installed. */
export function makeProject(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'lockstep-project-'));
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(root, join(folder, 'node_modules/lockstep'));
  symlinkSync(join(root, 'node_modules/zod'), join(folder, 'node_modules/zod'));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

export interface Ended {
  /** The exit code; -1 where a signal ended the process. */
  exit: number;
  stdout: string;
  stderr: string;
}

/** Runs `lockstep` to its end. `env` is added to an environment without CI and colours. */
export function lockstep(cwd: string, args: readonly string[], env: Record<string, string> = {}): Promise<Ended> {
  return ended(startLockstep(cwd, args, env));
}

export function startLockstep(cwd: string, args: readonly string[], env: Record<string, string> = {}): ChildProcess {
  return startNode(cwd, [binary, ...args], env);
}

/** A program of the user's own. */
export function startNode(cwd: string, args: readonly string[], env: Record<string, string> = {}): ChildProcess {
  const { PATH, HOME, TMPDIR } = process.env;
  return spawn(process.execPath, args, {
    cwd,
    env: { PATH, HOME, TMPDIR, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

export function ended(child: ChildProcess): Promise<Ended> {
  const result: Ended = { exit: -1, stdout: '', stderr: '' };
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    result.stdout += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    result.stderr += text;
  });
  return new Promise((done, fail) => {
    child.on('error', fail);
    child.on('close', (code) => done({ ...result, exit: code ?? -1 }));
  });
}
