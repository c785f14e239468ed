import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createJiti } from 'jiti';
import { LockstepError, MisuseError } from '../../runtime/index.ts';
import type { Workflow } from './declaration.ts';
import { isWorkflow } from './define.ts';
import { checkWorkflowFile, readScript } from './project-files.ts';

/**
 * Loads the workflow that a file exports by default. TypeScript is fine. The file's imports of this package are served
 * by this very copy of it, installed beside the file or not.
 *
 * Throws `MisuseError`: `WORKFLOW_FILE` when the file is missing, fails, or exports no workflow; `SCRIPT_FILE` when the
 * script cannot be read; `WORKFLOW_DECLARATION` when the declaration is wrong.
 */
export async function loadWorkflow(path: string): Promise<Workflow> {
  const file = resolve(path);
  checkWorkflowFile(file);
  const exported = await importDefault(file);
  if (!isWorkflow(exported)) throw noWorkflow(file, exported);
  readScript(exported);
  return exported;
}

/** The default export of a user's module. Throws `MisuseError` `WORKFLOW_FILE` with what the module threw. */
export async function importDefault(file: string): Promise<unknown> {
  // Without interop: a module that has no default export must not pass as one.
  const options = { fsCache: false, interopDefault: false, virtualModules: await ownDoors() };
  const jiti = createJiti(pathToFileURL(file).href, options);
  try {
    return ((await jiti.import(file)) as { default?: unknown } | undefined)?.default;
  } catch (error) {
    if (error instanceof LockstepError) throw error;
    throw new MisuseError('WORKFLOW_FILE', `${file} could not be loaded: ${described(error)}`);
  }
}

/**
 * The very modules that are running, for a user's file that imports them. The harness's door leads here, so it is found
 * by its place rather than imported by name: a circle that nothing is evaluated in.
 */
async function ownDoors(): Promise<Record<string, unknown>> {
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  const door = (path: string): Promise<unknown> => import(new URL(`${path}.${extension}`, import.meta.url).href);
  const [runtime, harness] = await Promise.all([door('../../runtime/index'), door('../index')]);
  return { lockstep: runtime, 'lockstep/harness': harness };
}

function described(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}

function noWorkflow(file: string, exported: unknown): MisuseError {
  const found = exported === undefined ? 'has no default export' : 'exports something else by default';
  return new MisuseError(
    'WORKFLOW_FILE',
    `${file} ${found}. A workflow file says \`export default defineWorkflow({ name, script, actions, … })\`; ` +
      'the script itself is a separate file, named in "script".',
  );
}
