import { type AnyNode, parse } from 'acorn';
import type { CompiledScript, Location } from '../../../runtime/index.ts';
import { CodeLines } from './code-lines.ts';
import { Counting, type Found } from './counting.ts';
import { EditedCode } from './edited-code.ts';
import type { Insertion } from './marks.ts';
import type { Place } from './place.ts';
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
  const locate = locating(script);
  const counting = new Counting({ array, value }, ({ start }) => isAuthors(locate(start)));
  const program: AnyNode = parse(code, { ecmaVersion: 'latest' });
  const insertions = walked(program, counting).sort((a, b) => a.at - b.at);
  const places = counting.found.flatMap((found) => placed(locate, found));
  const prefix = `const ${array}=[${'0,'.repeat(counting.counters)}];${array}[0]=${marks[0]};${array}[1]=${marks[1]};let ${value};`;
  const edited = new EditedCode(code, prefix, insertions);
  const located = { code: edited.text, locate: edited.locating(script.locate) };
  return { script: Object.freeze({ ...script, ...located }), places, counters: counting.counters };
}

/** What is put in, in the order of a walk: of what meets at one offset, an outer node's opens first and closes last. */
function walked(node: AnyNode, counting: Counting, insertions: Insertion[] = []): Insertion[] {
  counting.enter(node);
  insertions.push(...counting.marks.openOf(node));
  for (const child of childrenOf(node)) walked(child, counting, insertions);
  insertions.push(...counting.marks.closeOf(node));
  return insertions;
}

/** Where in the author's source an offset of the code is; `undefined` for what no author wrote. */
type LocateOffset = (offset: number) => Location | undefined;

function locating({ code, locate }: CompiledScript): LocateOffset {
  const lines = new CodeLines(code);
  return (offset) => {
    const { line, column } = lines.placeOf(offset);
    return locate(line, column);
  };
}

/** Neither our own wrapper nor the bundler's, and nobody else's package. */
function isAuthors(location: Location | undefined): boolean {
  return location !== undefined && !location.file.split('/').includes('node_modules');
}

function placed(locate: LocateOffset, { node, ...found }: Found): Place[] {
  const start = locate(node.start);
  const last = locate(node.end - 1);
  if (start === undefined || last === undefined || start.file !== last.file) return [];
  return [{ ...found, range: [node.start, node.end], start, end: { ...last, column: last.column + 1 } }];
}

/** Names that occur nowhere in the code, not even in a text that it might evaluate. */
function freeNames(code: string): [string, string] {
  const free: string[] = [];
  for (let n = 0; free.length < 2; n++) if (!code.includes(`$c${n}`)) free.push(`$c${n}`);
  return free as [string, string];
}
