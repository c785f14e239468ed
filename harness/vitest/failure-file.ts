import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { type Case, digestCase, printCase } from '../case/index.ts';

/** Where failing cases are put, below the working directory: the folder that `lockstep fuzz` uses. */
const folder = '.lockstep/failures';

/**
 * Saves a failing case, naming its workflow's file relative to where the case lies. Gives its path as one would type it,
 * or `undefined` where nothing can be written.
 */
export function saveFailure(found: Case): string | undefined {
  const kept = relocated(found);
  const path = join(folder, `${digestCase(kept)}.json`);
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(path, printCase(kept));
    return path;
  } catch {
    return undefined;
  }
}

function relocated(found: Case): Case {
  if (found.workflow === undefined) return found;
  const file = relative(resolve(folder), found.workflow.file).split(sep).join('/');
  return { ...found, workflow: { ...found.workflow, file } };
}
