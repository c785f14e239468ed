import type { Action } from './action.ts';
import type { ActionSet } from './action-set.ts';
import { schemaType } from './schema-type.ts';

/** What scripts can use, in words and as TypeScript declarations. */
export function describeGlobals(actions: ActionSet): string {
  return `${prose}\n\n\`\`\`ts\n${declareGlobals(actions)}\`\`\`\n`;
}

const prose = `Write a script in JavaScript or TypeScript: either a function body, with \`await\` and \`return\` at its top level, or an ES module whose default export is a value or a function of \`input\`.
It has the built-ins of the language and the globals declared below. It has no network, no files, no \`require\` and no \`import\`: whatever has an effect is an action.
Each action takes one JSON value or none and gives a promise. Several may be awaited together with \`Promise.all\` or \`Promise.race\`. A failed action rejects with an \`Error\` that has \`name\`, \`message\`, \`code\` and \`data\`.
The run may pause at any \`await\` and go on much later; nothing in the script has to care. Inputs, responses, \`data\` and the script's value are JSON.`;

/** TypeScript declarations of a script's globals. */
export function declareGlobals(actions: ActionSet): string {
  return `type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** What the run was started with. */
declare const input: any;
/** Kept with the run; may be changed, and read from outside when the run pauses or ends. */
declare const data: any;
declare const console: Record<'log' | 'info' | 'warn' | 'error' | 'debug', (...values: unknown[]) => void>;
declare function structuredClone<Value>(value: Value): Value;
/** Ends after so many milliseconds, be they days: the run may pause meanwhile. */
declare function sleep(ms: number): Promise<null>;
declare function setTimeout<Args extends unknown[]>(callback: (...args: Args) => void, ms?: number, ...args: Args): number;
declare function clearTimeout(id: number | undefined): void;
declare const actions: ${group(tree([...actions]), '')};
`;
}

/** Actions by the first part of their names; a group is what shares one. */
type Tree = Map<string, Action | Tree>;

function tree(actions: readonly Action[]): Tree {
  const root: Tree = new Map();
  for (const action of actions) {
    const path = action.name.split('.');
    const last = path.pop() ?? action.name;
    path.reduce(subtree, root).set(last, action);
  }
  return root;
}

/** A prefix of a name is never an action itself: the set of actions has refused that. */
function subtree(parent: Tree, step: string): Tree {
  const known = parent.get(step);
  if (known instanceof Map) return known;
  const made: Tree = new Map();
  parent.set(step, made);
  return made;
}

function group(members: Tree, indent: string): string {
  if (members.size === 0) return '{}';
  const inner = `${indent}  `;
  const lines = [...members].map(([name, member]) =>
    member instanceof Map ? `${inner}readonly ${name}: ${group(member, inner)};\n` : signature(name, member, inner),
  );
  return `{\n${lines.join('')}${indent}}`;
}

function signature(name: string, action: Action, indent: string): string {
  const comment = action.description === undefined ? '' : `${indent}/** ${inComment(action.description)} */\n`;
  const response = schemaType(action.output, 'output', 'any');
  return `${comment}${indent}${name}(${parameter(action)}): Promise<${response}>;\n`;
}

function parameter(action: Action): string {
  return action.input === undefined ? 'input?: Json' : `input: ${schemaType(action.input, 'input', 'Json')}`;
}

function inComment(text: string): string {
  return text
    .replaceAll('*/', '*\\/')
    .replaceAll(/\s*\n\s*/g, ' ')
    .trim();
}
