import { type AnyNode, parse } from 'acorn';
import type { CompiledScript } from '../../../runtime/index.ts';
import { Counting, type Found } from './counting.ts';
import { EditedCode } from './edited-code.ts';
import type { Insertion, Marks } from './marks.ts';
import type { Place } from './place.ts';
import { placeIn } from './place-in.ts';
import { childrenOf } from './tree.ts';

/** A script that counts what of it is reached. */
export interface Instrumented {
  /** Does what the plain one does, and has its source, places and warnings. */
  readonly script: CompiledScript;
  readonly places: readonly Place[];
  /** How many counters there are. */
  readonly counters: number;
}

/** What the array of counters begins with, so that it can be found in the guest's memory: two whole numbers. */
export const marks = [0x4c6f636b, 0x73746570] as const;

/**
 * Puts counters into a compiled script: one array, made where the script is evaluated and before it runs, and increments
 * without a call, a loop or a jump. So the fuel that the script uses, its calls, its microtasks and its values stay what they
 * are, and errors are where they were. What it can see of itself is otherwise: the text of its functions, and columns in
 * stacks that it reads.
 */
export function instrument(script: CompiledScript): Instrumented {
  const { code } = script;
  const [array, value] = freeNames(code);
  const counting = new Counting({ array, value }, (node) => isAuthors(script, node.start));
  const program: AnyNode = parse(code, { ecmaVersion: 'latest' });
  const insertions = walked(program, counting).sort((a, b) => a.at - b.at);
  const places = counting.found.flatMap((found) => placed(script, found));
  const prefix = `const ${array}=[${'0,'.repeat(counting.counters)}];${array}[0]=${marks[0]};${array}[1]=${marks[1]};let ${value};`;
  const edited = new EditedCode(code, prefix, insertions);
  const located = { code: edited.text, locate: edited.locating(script.locate) };
  return { script: Object.freeze({ ...script, ...located }), places, counters: counting.counters };
}

function walked(node: AnyNode, counting: Counting): Insertion[] {
  counting.enter(node);
  const { marks: found } = counting as { marks: Marks };
  return [
    ...found.openOf(node),
    ...childrenOf(node).flatMap((child) => walked(child, counting)),
    ...found.closeOf(node),
  ];
}

/** Neither our own wrapper nor the bundler's, and nobody else's package. */
function isAuthors(script: CompiledScript, offset: number): boolean {
  const location = placeIn(script, offset);
  return location !== undefined && !location.file.split('/').includes('node_modules');
}

function placed(script: CompiledScript, { node, ...found }: Found): Place[] {
  const start = placeIn(script, node.start);
  const last = placeIn(script, node.end - 1);
  if (start === undefined || last === undefined || start.file !== last.file) return [];
  return [{ ...found, range: [node.start, node.end], start, end: { ...last, column: last.column + 1 } }];
}

/** Names that occur nowhere in the code, not even in a text that it might evaluate. */
function freeNames(code: string): [string, string] {
  const free: string[] = [];
  for (let n = 0; free.length < 2; n++) if (!code.includes(`$c${n}`)) free.push(`$c${n}`);
  return free as [string, string];
}
