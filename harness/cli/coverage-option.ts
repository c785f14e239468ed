import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { fileOfProject, v8Coverage } from '../workflow/index.ts';
import { checkCanMake, writeMaking } from './files.ts';
import type { FuzzedWorkflow } from './job.ts';

/** Throws a usage error unless files can be written there. */
export function checkCoverageFolder(folder: string | undefined): void {
  if (folder !== undefined) checkCanMake(fileIn(folder, 'workflow'));
}

/**
 * Writes what of the workflows' scripts was reached, in the format of Node's own `NODE_V8_COVERAGE`: one file for each
 * workflow, in place of the one that is there. What else is in the folder stays, to be put together with it.
 */
export function writeCoverage(folder: string | undefined, fuzzed: readonly FuzzedWorkflow[]): void {
  if (folder === undefined) return;
  for (const { result, counted } of fuzzed) {
    const { workflow, file, hits } = result;
    if (hits === undefined) continue;
    const scripts = v8Coverage(counted, hits, (name) => pathToFileURL(fileOfProject(file, name)).href);
    writeMaking(fileIn(folder, workflow), `${JSON.stringify({ result: scripts })}\n`);
  }
}

function fileIn(folder: string, workflow: string): string {
  return join(folder, `lockstep-${encodeURIComponent(workflow)}.json`);
}
