import { type MemberNode, type ObjectNode, parse } from '@humanwhocodes/momoa';

/** What a project's `package.json` should have. */
export interface Wanted {
  readonly scripts: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

export interface Extended {
  /** The text with what was missing, and otherwise as it was, to the last space. */
  readonly text: string;
  /** As `scripts.fuzz`. */
  readonly added: readonly string[];
  /** What is there already and says something else. */
  readonly left: readonly { readonly name: string; readonly value: string }[];
}

/** What `npm init` writes for want of a test. */
const placeholder = 'echo "Error: no test specified" && exit 1';

/** A part of the text that another one takes the place of. */
interface Edit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** How the text is laid out. */
interface Layout {
  readonly newline: string;
  /** One step of indentation. */
  readonly step: string;
}

/**
 * Adds what is missing. A dependency counts as there in whatever list it stands. Throws `TypeError` where the text is JSON
 * and no `package.json` all the same; the text must be JSON.
 */
export function extendPackageJson(text: string, wanted: Wanted): Extended {
  const start = text.startsWith('\uFEFF') ? 1 : 0;
  const body = text.slice(start);
  const root = asObject(parse(body, { mode: 'json', ranges: true }).body, 'package.json');
  const layout = layoutOf(body, root);
  const scripts = extendObject(root, 'scripts', wanted.scripts, { body, layout });
  const installed = new Set(dependencyLists.flatMap((list) => Object.keys(valuesOf(memberOf(root, list), list))));
  const missing = Object.entries(wanted.devDependencies).filter(([name]) => !installed.has(name));
  const dependencies = extendObject(root, 'devDependencies', Object.fromEntries(missing), { body, layout });
  const absent = [scripts, dependencies].flatMap(({ member }) => member ?? []);
  const edits = [...scripts.edits, ...dependencies.edits, ...inserted(root, absent, { body, layout }, '')];
  return {
    text: text.slice(0, start) + edited(body, edits),
    added: [...scripts.added, ...dependencies.added],
    left: scripts.left,
  };
}

/** Which version of a package a `package.json` asks for, in whatever list. */
export function dependencyIn(text: string, name: string): string | undefined {
  const root = asObject(parse(text.replace(/^\uFEFF/, ''), { mode: 'json', ranges: true }).body, 'package.json');
  return dependencyLists.map((list) => valuesOf(memberOf(root, list), list)[name]).find((range) => range !== undefined);
}

const dependencyLists = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'];

interface Around {
  readonly body: string;
  readonly layout: Layout;
}

/** The edits inside a member of the root; or, where it has none of that name, the member as text. */
function extendObject(root: ObjectNode, name: string, wanted: Readonly<Record<string, string>>, around: Around) {
  const member = memberOf(root, name);
  const there = valuesOf(member, name);
  const isFree = (key: string): boolean => there[key] === undefined || there[key] === placeholder;
  const free = Object.entries(wanted).filter(([key]) => isFree(key));
  const added = free.map(([key]) => `${name}.${key}`);
  const left = Object.entries(wanted).flatMap(([key, value]) => {
    const known = there[key];
    return isFree(key) || known === undefined || known === value ? [] : [{ name: `${name}.${key}`, value: known }];
  });
  if (member === undefined)
    return { added, left, edits: [], member: free.length > 0 ? memberText(name, free, around) : undefined };
  const object = asObject(member.value, name);
  const isReplaced = ([key]: readonly [string, string]): boolean => there[key] !== undefined;
  const lines = free.filter((entry) => !isReplaced(entry)).map(([key, value]) => pairText(key, value));
  const indent = indentBefore(around.body, member) ?? '';
  return {
    added,
    left,
    edits: [
      ...free.filter(isReplaced).map(([key, value]) => replaced(object, key, value)),
      ...inserted(object, lines, around, indent),
    ],
    member: undefined,
  };
}

function pairText(key: string, value: string): string {
  return `${JSON.stringify(key)}: ${JSON.stringify(value)}`;
}

/** A member of the root with an object of its own. */
function memberText(name: string, entries: readonly (readonly [string, string])[], { layout }: Around): string {
  const { newline, step } = layout;
  const lines = entries.map(([key, value]) => `${newline}${step}${step}${pairText(key, value)}`);
  return `${JSON.stringify(name)}: {${lines.join(',')}${newline}${step}}`;
}

function replaced(object: ObjectNode, key: string, value: string): Edit {
  const [from, to] = rangeOf(memberOf(object, key)?.value ?? object);
  return { from, to, text: JSON.stringify(value) };
}

/** Adds members at an object's end, in lines of their own if the last one has one. */
function inserted(object: ObjectNode, members: readonly string[], { body, layout }: Around, outer: string): Edit[] {
  if (members.length === 0) return [];
  const last = object.members.at(-1);
  const { newline, step } = layout;
  if (last === undefined) {
    const [from, to] = rangeOf(object);
    const lines = members.map((member) => `${newline}${outer}${step}${member}`);
    return [{ from, to, text: `{${lines.join(',')}${newline}${outer}}` }];
  }
  const indent = indentBefore(body, last);
  const before = indent === undefined ? ', ' : `,${newline}${indent}`;
  const [, end] = rangeOf(last);
  return [{ from: end, to: end, text: members.map((member) => `${before}${member}`).join('') }];
}

function edited(body: string, edits: readonly Edit[]): string {
  return [...edits]
    .sort((left, right) => right.from - left.from)
    .reduce((text, { from, to, text: put }) => text.slice(0, from) + put + text.slice(to), body);
}

function layoutOf(body: string, root: ObjectNode): Layout {
  const [first] = root.members;
  const step = first === undefined ? undefined : indentBefore(body, first);
  return { newline: body.includes('\r\n') ? '\r\n' : '\n', step: step === undefined || step === '' ? '  ' : step };
}

/** The space before a member that begins its line; `undefined` where something stands before it. */
function indentBefore(body: string, member: MemberNode): string | undefined {
  return /(?:^|\n)([ \t]*)$/.exec(body.slice(0, rangeOf(member)[0]))?.[1];
}

function memberOf(object: ObjectNode, name: string): MemberNode | undefined {
  return object.members.find((member) => member.name.type === 'String' && member.name.value === name);
}

function valuesOf(member: MemberNode | undefined, what: string): Record<string, string> {
  if (member === undefined) return {};
  const entries = asObject(member.value, what).members.map(({ name, value }) => [
    name.type === 'String' ? name.value : '',
    value.type === 'String' ? value.value : '',
  ]);
  return Object.fromEntries(entries);
}

function asObject(node: MemberNode['value'], what: string): ObjectNode {
  if (node.type === 'Object') return node;
  throw new TypeError(`${what} is no object`);
}

/** Asked for with the option `ranges`. */
function rangeOf(node: { range?: readonly number[] | undefined }): readonly [number, number] {
  const [from, to] = node.range ?? [];
  if (from === undefined || to === undefined) throw new Error('a node without its range');
  return [from, to];
}
