import { type DescribedSchema, pascal, SchemaTypes } from './schema-type.ts';
import { docComment, indented, keyText } from './type-text.ts';

/** An action as far as those who write scripts are concerned. */
export interface DescribedAction {
  readonly name: string;
  readonly description?: string | undefined;
  readonly input?: DescribedSchema | undefined;
  readonly output?: DescribedSchema | undefined;
}

/** The types of what a script is given, as TypeScript. Texts may have several lines. */
export interface ScriptTypes {
  /** The type of `actions`. */
  readonly actions: string;
  /** The type of `input`, of any of them where several were given; `any` where no schema says more. */
  readonly input: string;
  /** What the others refer to, by name. */
  readonly named: readonly { readonly name: string; readonly text: string }[];
}

/** What every script has besides `actions`, `input` and `data`. They stand beside the declarations of other hosts without a clash. */
export const scriptGlobals = `interface Console {
  log(...values: unknown[]): void;
  info(...values: unknown[]): void;
  warn(...values: unknown[]): void;
  error(...values: unknown[]): void;
  debug(...values: unknown[]): void;
}
var console: Console;
/** Ends after so many milliseconds, be they days: the run may pause meanwhile. */
function sleep(ms: number): Promise<null>;
function setTimeout<Args extends unknown[]>(callback: (...args: Args) => void, ms?: number, ...args: Args): number;
function clearTimeout(id: number | undefined): void;
function structuredClone<Value>(value: Value): Value;
`;

/**
 * Types from schemas: Standard Schemas that offer JSON Schema, or JSON Schemas. What no schema says is `unknown` where the
 * script gives it and `any` where it gets it. `taken`: names that types must not have.
 */
export function scriptTypes(
  given: {
    readonly actions: Iterable<DescribedAction>;
    readonly inputs?: readonly (DescribedSchema | undefined)[];
  },
  taken: readonly string[] = [],
): ScriptTypes {
  const types = new SchemaTypes(taken);
  const actions = groupText(tree(given.actions), types);
  const inputs = (given.inputs ?? [undefined]).map((schema) => inputText(schema, types));
  const input = inputs.includes('any') ? 'any' : [...new Set(inputs)].join(' | ');
  return { actions, input, named: types.declarations };
}

/** What a script is started with is what the schema accepts: nobody converts it. */
function inputText(schema: DescribedSchema | undefined, types: SchemaTypes): string {
  const text = schema === undefined ? 'unknown' : types.textOf(schema, 'input', 'Input');
  return text === 'unknown' ? 'any' : text;
}

/** Actions by the first part of their names; a group is what shares one. */
type Tree = Map<string, DescribedAction | Tree>;

function tree(actions: Iterable<DescribedAction>): Tree {
  const root: Tree = new Map();
  for (const action of actions) {
    const path = action.name.split('.');
    const last = path.pop() ?? action.name;
    path.reduce(subtree, root).set(last, action);
  }
  return root;
}

/** A prefix of a name is never an action itself: whoever made the set of actions has refused that. */
function subtree(parent: Tree, step: string): Tree {
  const known = parent.get(step);
  if (known instanceof Map) return known;
  const made: Tree = new Map();
  parent.set(step, made);
  return made;
}

function groupText(members: Tree, types: SchemaTypes): string {
  if (members.size === 0) return '{}';
  const lines = [...members].map(([name, member]) =>
    member instanceof Map
      ? `readonly ${keyText(name)}: ${groupText(member, types)};`
      : signature(keyText(name), member, types),
  );
  return `{\n${lines.map(indented).join('\n')}\n}`;
}

function signature(name: string, action: DescribedAction, types: SchemaTypes): string {
  const { description, input, output } = action;
  const hint = pascal(action.name);
  const parameter =
    input === undefined ? 'input?: unknown' : parameterText(types.textOf(input, 'input', `${hint}Input`));
  return `${docComment(description)}${name}(${parameter}): Promise<${types.textOf(output, 'output', `${hint}Output`)}>;`;
}

/** A call without an argument gives `null`. */
function parameterText(type: string): string {
  return type === 'null' || type === 'unknown' ? `input?: ${type}` : `input: ${type}`;
}
