import { execFileSync } from 'node:child_process';
import { usageError } from './exit.ts';

/** `HEAD:path/to/script.ts`, as git itself takes it. A drive letter is no revision. */
const form = /^([^:\s]{2,}|@):(.+)$/;

/** The path behind a revision; `undefined` where the text names none. */
export function pathInRevision(text: string): string | undefined {
  return form.exec(text)?.[2]?.replace(/^\.\//, '');
}

/** The text of a file as it was in a revision. Throws a usage error with what git says. */
export function textInRevision(revision: string): string {
  try {
    const stdio: ['ignore', 'pipe', 'pipe'] = ['ignore', 'pipe', 'pipe'];
    return execFileSync('git', ['show', '--end-of-options', revision], { encoding: 'utf8', stdio, maxBuffer: 2 ** 28 });
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string };
    throw usageError(`Cannot read ${revision}: ${(stderr ?? '').trim() || message}`);
  }
}
