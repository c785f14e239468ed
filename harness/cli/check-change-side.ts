import { relative, resolve } from 'node:path';
import { compileScript, hasImports, LinkError, LockstepError } from '../../runtime/index.ts';
import type { Side } from '../change/index.ts';
import {
  bundleScript,
  type LoadedConfig,
  loadConfig,
  loadWorkflow,
  pathInProject,
  scriptOf,
  type Workflow,
} from '../workflow/index.ts';
import { usageError } from './exit.ts';
import { isThere, readText } from './files.ts';
import { pathInRevision, textInRevision } from './git-revision.ts';
import { configured } from './project.ts';
import { isDeclaration } from './subject.ts';

/** A script as it was named on the command line, and the workflow that was named with it. */
export interface NamedSide {
  side: Side;
  /** Absolute path of the script, where it is a file. */
  script: string;
  workflow?: Workflow;
}

/** Reads a declaration, a script, or a script in a git revision. Throws a usage error where it cannot be. */
export async function namedSide(given: string): Promise<NamedSide> {
  const path = pathInRevision(given);
  if (!isThere(given) && path !== undefined) return inRevision(given, path);
  return isDeclaration(given, readText(given)) ? await declared(given) : await bare(given);
}

async function declared(given: string): Promise<NamedSide> {
  const workflow = configured(await loadWorkflow(given), await loadConfig('.'));
  const source = await scriptOf(workflow);
  const side: Side = { label: given, source, file: pathInProject(workflow.script), ...actionsOf(workflow) };
  return { side, script: workflow.script, workflow };
}

async function bare(given: string): Promise<NamedSide> {
  const side: Side = { label: given, source: await bundleScript(given), file: pathInProject(given), ignoreInputs: [] };
  return { side, script: resolve(given) };
}

function inRevision(given: string, path: string): NamedSide {
  const source = textInRevision(given);
  if (isDeclaration(path, source))
    throw usageError(
      `${given} declares a workflow. Of another revision only a script can be read: name the script, as HEAD:refund.workflow.ts.`,
    );
  if (hasImports(source))
    throw usageError(
      `${given} imports other files, and a revision is read one file at a time.\n` +
        `Check that revision out beside this one, and name the script there: git worktree add ../before ${given.split(':')[0]}`,
    );
  const file = isThere(path) ? pathInProject(path) : path;
  return { side: { label: given, source, file, ignoreInputs: [] }, script: resolve(path) };
}

/** What a declaration says of the actions. */
export function actionsOf({ actions }: Workflow): Pick<Side, 'actions' | 'ignoreInputs'> {
  const ignoreInputs = Object.entries(actions).filter(([, { inputs }]) => inputs === 'ignore');
  return { actions: Object.keys(actions).sort(), ignoreInputs: ignoreInputs.map(([name]) => name) };
}

/** The workflow of the config whose script this is. */
export async function workflowInConfig(
  script: string,
  config: LoadedConfig | undefined,
): Promise<Workflow | undefined> {
  for (const file of config?.workflows ?? []) {
    const workflow = await loadWorkflow(file);
    if (resolve(workflow.script) === script) return configured(workflow, config);
  }
  return undefined;
}

/**
 * A workflow for a script that nothing declares: its actions are those that its text calls, and whatever they answer has the
 * properties that the text reads. Enough to get runs of it under way; a declaration gets further.
 */
export function undeclared({ source, file }: Side, script: string): Workflow {
  const calls = source.matchAll(/\bactions\s*((?:\.\s*[A-Za-z_$][\w$]*)+)\s*\(/g);
  const names = new Set([...calls].map((match) => (match[1] ?? '').replace(/\s/g, '').slice(1)));
  const anything = objectRead(source);
  const actions = Object.fromEntries([...names].sort().map((name) => [name, { output: anything }]));
  return {
    name: file,
    script,
    file: script,
    input: anything,
    actions,
    invariants: {},
    turnInvariants: {},
    without: [],
  };
}

const propertiesMax = 40;

function objectRead(source: string): Record<string, unknown> {
  const read = new Set([...source.matchAll(/\.\s*([A-Za-z_$][\w$]*)\b(?!\s*\()/g)].map((match) => match[1] ?? ''));
  const properties = [...read].sort().slice(0, propertiesMax);
  const value = { type: ['string', 'number', 'boolean', 'array'] };
  return {
    type: 'object',
    properties: Object.fromEntries(properties.map((name) => [name, value])),
    required: properties,
  };
}

/** Throws a usage error for a script that no run can be made of: it does not parse, or names what nothing declares. */
export function checkLinks({ label, source, file, actions }: Side, others: readonly string[]): void {
  try {
    compileScript(source, { actions: [...new Set([...(actions ?? []), ...others])].sort(), file });
  } catch (error) {
    if (!(error instanceof LockstepError)) throw error;
    // Which actions there are is not known of a bare script: one more is for the runs to miss.
    const isOfActions = error instanceof LinkError && error.missing.every(({ name }) => name.startsWith('actions.'));
    if (isOfActions && actions === undefined) return;
    throw usageError(`${label}: ${error.message}`);
  }
}

/** As one would type it. */
export function typed(path: string): string {
  return relative('', path);
}
