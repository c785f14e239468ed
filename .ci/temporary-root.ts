/**
 * Tests, and the programs that they start, have a folder for what is temporary that is theirs alone: `TMPDIR`, made for each
 * run here, and in it one for each file by `.ci/temporary-setup.ts`. Whatever a run has left there in the end is removed
 * and named, and the run has failed.
 */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import process from 'node:process';

/** Vitest's global setup; what it gives is called in the end, after a Ctrl-C, too. */
// biome-ignore lint/style/noDefaultExport: Vitest asks for it
export default function setup(): () => void {
  const before = process.env.TMPDIR;
  const folder = mkdtempSync(join(tmpdir(), 'lockstep-tests-'));
  process.env.TMPDIR = folder;
  return () => {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
    try {
      removeAndName(folder);
    } catch (error) {
      // Vitest prints what a teardown throws, and ends as if it had not.
      process.exitCode = 1;
      throw error;
    }
  };
}

/** Ends the name of a file that stands beside a test file's folder from its first test on. */
export const begun = '.begun';

/** Removes the folder, and throws an error that names what was in it; a test file of which no test was run may leave what it likes. */
export function removeAndName(folder: string): void {
  const names = readdirSync(folder);
  const idle = names.filter(
    (name) => name.startsWith('f-') && !name.endsWith(begun) && !names.includes(`${name}${begun}`),
  );
  const left = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => !path.endsWith(begun) && !idle.includes(path.split(sep)[0] ?? ''))
    .slice(0, shownMax);
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  if (left.length === 0) return;
  throw new Error(
    `Tests left this in the folder for temporary files: ${left.join(', ')}.\n` +
      'Look for a process that a test starts and does not wait for, or for a test file that ended before its hooks.',
  );
}

const shownMax = 10;
