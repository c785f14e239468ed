/**
 * `npm run quick`, before a commit: types, format, lint, layering, and those tests that what has changed since the last commit
 * (or since the one that is named) can break, as far as they are quick. `npm test` and `npm run check` say the rest.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { root, trackedFiles } from './checkout.ts';
import { longest } from './longest-first.ts';

/** Paths that differ from a commit, new ones among them. */
export function changedSince(commit: string): string[] {
  const changed = execFileSync('git', ['diff', '--name-only', '--relative', commit], { cwd: root, encoding: 'utf8' });
  const added = execFileSync('git', ['ls-files', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' });
  const names = new Set(`${changed}\n${added}`.split('\n'));
  return trackedFiles().filter((path) => names.has(path));
}

/** Tests that take long, promises about all runs among them, and those of what is built; unless they have changed themselves. */
export function leftOut(changed: readonly string[]): string[] {
  const others = trackedFiles().filter((path) => path.endsWith('.test.ts') && (isPromise(path) || startsBinary(path)));
  return [...new Set([...longest, ...others])].filter((path) => !changed.includes(path));
}

function isPromise(path: string): boolean {
  return path.startsWith('properties/');
}

function startsBinary(path: string): boolean {
  return /from '.*\/spawned\.ts'/.test(readFileSync(join(root, path), 'utf8'));
}

/** What is done, in order, as arguments of `npx`. */
export function stepsFor(changed: readonly string[]): string[][] {
  const sources = changed.filter((path) => path.endsWith('.ts'));
  const related = ['vitest', 'related', '--run', '--project', 'unit', '--passWithNoTests', ...sources];
  return [
    ['tsc', '--noEmit'],
    ['biome', 'format', '.'],
    ['biome', 'lint', '.'],
    ['vitest', 'run', '--project', 'unit', '.ci/layering'],
    ...(sources.length > 0 ? [related] : []),
  ];
}

/** The exit code of the first step that fails, or 0. */
function quick(commit = 'HEAD'): number {
  const changed = changedSince(commit);
  // Vitest's own option leaves nothing out of projects: `vitest.config.ts` reads this.
  const env = { ...process.env, LEFT_OUT: leftOut(changed).join() };
  for (const [program = '', ...args] of stepsFor(changed)) {
    console.log(`\n== ${program} ${args[0]}`);
    const { status } = spawnSync('npx', [program, ...args], { cwd: root, stdio: 'inherit', env });
    if (status !== 0) return status ?? 1;
  }
  console.log(
    `\nquick: all is well with ${changed.length} changed files. Left to npm test: ${leftOut(changed).length} test files`,
  );
  console.log('that take long or start what is built, and all that import nothing of what has changed.');
  return 0;
}

if (process.argv[1] === join(root, '.ci/quick.ts')) process.exitCode = quick(process.argv[2]);
