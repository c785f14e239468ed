import { basename, dirname, join } from 'node:path';
import { type DescribedAction, type DescribedSchema, scriptGlobals, scriptTypes } from '../../runtime/index.ts';
import { describedBy, type Schema, type Workflow } from '../workflow/index.ts';
import { usageError } from './exit.ts';

/** The first line of every file that this makes: one without it is somebody's own, and stays. */
export const madeBy = '// Made by `lockstep types`';

/** Where the declarations for a workflow's script are kept: beside it. */
export function declarationsFile({ script }: Pick<Workflow, 'script'>): string {
  const stem = basename(script).replace(/(\.workflow)?\.[cm]?[jt]sx?$/, '');
  return join(dirname(script), `${stem}.actions.d.ts`);
}

/**
 * Declarations for one script: a module, so that those of several scripts do not clash. The script imports its types from
 * it, and nothing of that is left when it runs.
 */
export function scriptDeclarations(workflow: Workflow): string {
  const { name } = workflow;
  const actions = `${typeName(name)}Actions`;
  const input = `${typeName(name)}Input`;
  const types = scriptTypes({ actions: describedActions(workflow), inputs: [describedInput(workflow)] }, [
    actions,
    input,
  ]);
  const file = basename(declarationsFile(workflow));
  return `${madeBy} from ${basename(workflow.file)}: do not edit, run it again.

/**
 * What ${basename(workflow.script)} may call. The script says so with:
 *
 *   import type { ${actions} } from './${file}';
 *   declare const actions: ${actions};
 */
export interface ${actions} ${types.actions}

/** What it is started with. */
export type ${input} = ${types.input};
${namedTypes(types.named)}
declare global {
${indented(scriptGlobals)}}
`;
}

/** Declarations as globals, for scripts that say nothing about it: of one workflow, or of several that agree on their actions. */
export function globalDeclarations(workflows: readonly Workflow[]): string {
  const inputs = workflows.map(describedInput);
  const types = scriptTypes({ actions: agreedActions(workflows), inputs }, ['Actions', 'Input']);
  return `${madeBy} from ${workflows.map(({ file }) => basename(file)).join(', ')}: do not edit, run it again.

/** What the scripts may call. */
export interface Actions ${types.actions}

/** What they are started with. */
export type Input = ${types.input};
${namedTypes(types.named)}
declare global {
  const actions: Actions;
  const input: Input;
  /** Kept with the run; may be changed, and read from outside when the run pauses or ends. */
  let data: any;
${indented(scriptGlobals)}}
`;
}

function namedTypes(named: readonly { name: string; text: string }[]): string {
  return named.map(({ name, text }) => `\nexport type ${name} = ${text};\n`).join('');
}

function describedActions({ actions, file }: Workflow): DescribedAction[] {
  return Object.entries(actions).map(([name, { description, input, output, interrupts, execute }]) => ({
    name,
    description,
    input: described(input, 'input', file),
    // An action that only asks a person responds what the person answered.
    output: described(output ?? (execute ? undefined : interrupts?.answer), 'output', file),
  }));
}

function describedInput({ input, file }: Workflow): DescribedSchema | undefined {
  return described(input, 'input', file);
}

/** As JSON Schema, for which a library's own converter may be needed; nothing where it cannot be had, and the type is open. */
function described(schema: Schema | undefined, side: 'input' | 'output', file: string): DescribedSchema | undefined {
  if (schema === undefined) return undefined;
  try {
    // What an action responds crosses as JSON: a date is a string by then.
    // Copied: what zod gives is, hidden, the schema itself as well.
    return { ...describedBy(schema, 'types', side, { dates: side === 'output', from: file }) };
  } catch {
    return undefined;
  }
}

/** Throws a usage error where two workflows mean different things by one name. */
function agreedActions(workflows: readonly Workflow[]): DescribedAction[] {
  const agreed = new Map<string, { action: DescribedAction; by: Workflow }>();
  for (const by of workflows) {
    for (const action of describedActions(by)) {
      const known = agreed.get(action.name);
      if (known === undefined) agreed.set(action.name, { action, by });
      else if (textOf(known.action) !== textOf(action)) throw disagreement(action.name, known.by, by);
    }
  }
  return [...agreed.values()].map(({ action }) => action);
}

function textOf(action: DescribedAction): string {
  const { actions, named } = scriptTypes({ actions: [action] });
  return JSON.stringify([actions, named]);
}

function disagreement(action: string, one: Workflow, other: Workflow): Error {
  return usageError(
    `--out: the action ${action} is one thing in ${one.name} and another in ${other.name}, so one file cannot declare it for both.\n` +
      'Leave --out away: then each script gets declarations of its own, beside it.',
  );
}

/** A workflow's name as the beginning of a type's. */
function typeName(name: string): string {
  const words = name.split(/[^\p{ID_Continue}$]+/u).map((word) => word.slice(0, 1).toUpperCase() + word.slice(1));
  const joined = words.join('');
  return /^\p{ID_Start}/u.test(joined) ? joined : `Workflow${joined}`;
}

function indented(text: string): string {
  return text.replace(/^(?=.)/gm, '  ');
}
