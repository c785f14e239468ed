import { execFileSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import process from 'node:process';

/**
 * What a campaign is made from when nobody gave a seed. In CI it is the commit: a build that is run again examines the
 * same cases. Elsewhere it is new each time, so that everybody's runs add up.
 */
export function chooseSeed(): number {
  return (inCi() ? seedOfCommit(commitHash()) : undefined) ?? randomInt(2 ** 32);
}

function inCi(): boolean {
  const { CI } = process.env;
  return CI !== undefined && CI !== '' && CI !== 'false' && CI !== '0';
}

/** The first 32 bits of a commit's hash. */
export function seedOfCommit(hash: string | undefined): number | undefined {
  return hash !== undefined && /^[0-9a-f]{8}/.test(hash) ? Number.parseInt(hash.slice(0, 8), 16) : undefined;
}

function commitHash(): string | undefined {
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return undefined;
  }
}
