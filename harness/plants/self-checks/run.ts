import { Engine } from '../../../runtime/index.ts';
import type { SelfChecked } from '../../campaign/index.ts';
import { onAnotherHost } from '../../world/index.ts';
import { selfChecks } from './self-checks.ts';

/** Runs the self-checks, or the one of that name. This module, too, is loaded anew for every plant. */
export async function runSelfChecks(only?: string): Promise<SelfChecked[]> {
  const means = { engine: await Engine.load(), elsewhere: onAnotherHost(await Engine.load()) };
  const results: SelfChecked[] = [];
  for (const check of selfChecks) {
    if (only !== undefined && check.name !== only) continue;
    results.push({ name: check.name, shows: check.shows, problems: await problemsOf(() => check.problems(means)) });
  }
  return results;
}

/** What a check throws is as good a sentence as any. */
async function problemsOf(check: () => readonly string[] | Promise<readonly string[]>): Promise<readonly string[]> {
  try {
    return await check();
  } catch (error) {
    return [error instanceof Error ? `${error.name}: ${error.message}` : String(error)];
  }
}
