import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Case, digestCase } from '../case/index.ts';
import { saveBelow } from './files.ts';

const OURS = '.lockstep';
const STATES = `${OURS}/minimise`;

/** What was tried in vain on this case by a minimisation that did not come to its end. */
export function recall(testCase: Case): readonly string[] | undefined {
  const file = fileOf(testCase);
  if (!existsSync(file)) return undefined;
  try {
    const found: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return Array.isArray(found) && found.every((key) => typeof key === 'string') ? found : undefined;
  } catch {
    return undefined;
  }
}

export function remember(testCase: Case, vain: readonly string[]): void {
  saveBelow(OURS, '.gitignore', '*\n');
  saveBelow(STATES, `${digestCase(testCase)}.json`, JSON.stringify(vain));
}

export function forget(testCase: Case): void {
  rmSync(fileOf(testCase), { force: true });
}

function fileOf(testCase: Case): string {
  return join(STATES, `${digestCase(testCase)}.json`);
}
