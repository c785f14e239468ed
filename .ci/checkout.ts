import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The folder that holds `package.json`. */
export const root = fileURLToPath(new URL('..', import.meta.url));

/** The files of the checkout that git knows or would add, relative to `root`. */
export function trackedFiles(): string[] {
  const listing = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  return listing.split('\n').filter((path) => path !== '' && existsSync(`${root}${path}`));
}
