import { createRequire } from 'node:module';
import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping';
import type { Options, TransformOutput } from '@swc/wasm-typescript';
import { nestedTooDeeply, returnInModule, SyntaxFault } from './fault.ts';
import { parseScript } from './parse.ts';
import { Lines } from './position.ts';
import type { Parents } from './tree.ts';

/** JavaScript made from TypeScript. */
export interface Untyped {
  readonly text: string;
  /** Offset in the author's source of an offset in `text`; `undefined` for text that was made up. */
  originOf(offset: number): number | undefined;
}

/**
 * Takes the types out of a script. They become spaces, so that nothing moves; only where the script has syntax that needs code
 * (enums, namespaces, parameter properties) is the whole text written anew. Throws `SyntaxFault`, at an offset of `source`.
 */
export function stripTypes(source: string): Untyped {
  refuseManyElses(source);
  refuseLongLines(source);
  try {
    return stripForm(source, asModule);
  } catch (moduleFault) {
    if (!(moduleFault instanceof SyntaxFault) || moduleFault.nesting) throw moduleFault;
    try {
      return stripForm(source, asBody);
    } catch (bodyFault) {
      throw later(moduleFault, bodyFault);
    }
  }
}

/** More than anybody writes. The time of the compiler is quadratic in a chain of `else if`: a megabyte of it takes most of a minute. */
const elsesMax = 10_000;

function refuseManyElses(source: string): void {
  let elses = 0;
  for (const { index } of source.matchAll(/\belse\b/g)) {
    elses += 1;
    if (elses > elsesMax) throw new SyntaxFault(`more than ${elsesMax} \`else\` in a script with types`, index, true);
  }
}

/** The compiler renders the whole line for every error that it recovers from: a line of 46 KB with many of them takes it 8 s. */
const lineMax = 10_000;

function refuseLongLines(source: string): void {
  for (let start = 0; start < source.length; ) {
    const newline = source.indexOf('\n', start);
    const end = newline === -1 ? source.length : newline;
    if (end - start > lineMax) {
      throw new SyntaxFault(`a line of more than ${lineMax} characters in a script with types; format it`, start, true);
    }
    start = end + 1;
  }
}

/** `f<T>(x)` is two comparisons to JavaScript. What people write is a name and `<` without a space, and `>` before one of these. */
export function mayHaveTypeArguments(text: string, parents: Parents): boolean {
  let opens = false;
  let closes = false;
  for (const node of parents.keys()) {
    if (node.type !== 'BinaryExpression') continue;
    const between = text.slice(node.left.end, node.right.start + 1);
    if (node.operator === '<') opens ||= /^\)*</.test(between);
    if (/^>+$/.test(node.operator)) closes ||= /[(`]/.test(between);
  }
  return opens && closes;
}

/** Of two explanations why a text is no script, the one that got further understood more of it. Nesting stops every reader. */
export function later(a: unknown, b: unknown): unknown {
  if (!(a instanceof SyntaxFault) || a.nesting) return a;
  if (!(b instanceof SyntaxFault) || b.nesting) return b;
  return b.offset > a.offset ? b : a;
}

/** The compiler knows no top-level `return`, so a function body is shown to it inside a function, on lines of its own. */
interface Frame {
  readonly prefix: string;
  readonly suffix: string;
}

const asModule: Frame = { prefix: '', suffix: '' };
const asBody: Frame = { prefix: 'async function body() {\n', suffix: '\n}' };

function stripForm(source: string, frame: Frame): Untyped {
  const framed = frame.prefix + prepared(source, frame) + frame.suffix;
  const stripped = tryTransform(framed, { mode: 'strip-only' }, frame);
  if (stripped instanceof SyntaxFault) throw stripped;
  if (stripped === 'needs code') return rewrite(source, framed, frame);
  const text = stripped.code.slice(frame.prefix.length, stripped.code.length - frame.suffix.length);
  if (text.length !== source.length) throw new Error('type stripping moved the text');
  return { text, originOf: (offset) => offset };
}

/** The compiler drops a byte order mark, and takes no import or `#!` inside a function: other text keeps their places. */
function prepared(source: string, frame: Frame): string {
  const marked = source.replace(/^\ufeff/, ' ');
  return frame === asBody ? marked.replace(/^#!/, '//').replace(typeImports, blanked) : marked;
}

/** What can stand before a script's first statement, type imports included. Anchored there, where no template can be open. */
const typeImports =
  /^(?:\s+|\/\*[\s\S]*?\*\/|\/\/[^\n\r\u2028\u2029]*|import\s+type\b[^'"`;]*\sfrom\s*(?:'[^'\n]*'|"[^"\n]*")\s*;?)+/;

function blanked(text: string): string {
  return text.replace(/[^\s]/g, ' ');
}

function rewrite(source: string, framed: string, frame: Frame): Untyped {
  const made = tryTransform(framed, { mode: 'transform', sourceMap: true, transform: { noEmptyExport: true } }, frame);
  if (made instanceof SyntaxFault) throw made;
  if (made === 'needs code' || made.map === undefined)
    throw new SyntaxFault('TypeScript of a kind that no script can use', 0);
  const [start, end] = frame === asBody ? bodyOf(made.code) : [0, made.code.length];
  const madeLines = new Lines(made.code);
  const sourceLines = new Lines(framed);
  const map = new TraceMap(made.map);
  const originOf = (offset: number): number | undefined => {
    const { line, column } = madeLines.at(offset + start);
    const origin = originalPositionFor(map, { line, column: column - 1 });
    if (origin.line === null) return undefined;
    return within(source, sourceLines.offset(origin.line, origin.column + 1) - frame.prefix.length);
  };
  return { text: made.code.slice(start, end), originOf };
}

function within(source: string, offset: number): number {
  return Math.max(0, Math.min(offset, source.length));
}

/** Bounds of what stands between the braces of the frame's function. */
function bodyOf(code: string): [number, number] {
  const [frame] = parseScript(code).body;
  if (frame?.type !== 'FunctionDeclaration') throw new Error('the frame of a script got lost');
  return [frame.body.start + 1, frame.body.end - 1];
}

/** Failures as values: only a fault may decide what is tried next. */
function tryTransform(framed: string, options: Options, frame: Frame): TransformOutput | SyntaxFault | 'needs code' {
  try {
    return compiler().transformSync(framed, { ...options, module: true, filename: 'script.ts' });
  } catch (error) {
    if (!isRefusal(error)) return afterTrap(error);
    if (error.code === 'UnsupportedSyntax' && options.mode === 'strip-only') return 'needs code';
    return refusalFault(framed, error, frame);
  }
}

/** What the compiler throws about a text, as a plain object. Lines count from 1, columns from 0. */
interface Refusal {
  readonly code: string;
  readonly message: string;
  readonly startLine: number;
  readonly startColumn: number;
}

function isRefusal(error: unknown): error is Refusal {
  return typeof error === 'object' && error !== null && 'startLine' in error && 'message' in error && 'code' in error;
}

function refusalFault(framed: string, { message, startLine, startColumn }: Refusal, frame: Frame): SyntaxFault {
  const offset = new Lines(framed).offset(startLine, startColumn + 1) - frame.prefix.length;
  const most = framed.length - frame.prefix.length - frame.suffix.length;
  return new SyntaxFault(inOurWords(message), Math.max(0, Math.min(offset, most)));
}

function inOurWords(message: string): string {
  if (message.startsWith('Return statement')) return returnInModule;
  const [what, expected] = message.split('. Expected ');
  return what !== undefined && (expected?.length ?? 0) > 60 ? what : message;
}

/** After a trap the compiler's instance is in pieces; the next script gets a new one. */
function afterTrap(error: unknown): SyntaxFault {
  instance = undefined;
  delete require.cache[require.resolve(compilerName)];
  const message = error instanceof Error ? error.message : '';
  const overflow = error instanceof RangeError || message.includes('out of bounds');
  return overflow ? nestedTooDeeply(0) : new SyntaxFault('neither JavaScript nor TypeScript', 0);
}

type Compiler = Pick<typeof import('@swc/wasm-typescript'), 'transformSync'>;

const compilerName = '@swc/wasm-typescript';
// Its megabytes of Wasm are compiled when the first script with types comes, in the middle of a synchronous call.
const require = createRequire(import.meta.url);
let instance: Compiler | undefined;

function compiler(): Compiler {
  instance ??= require(compilerName) as Compiler;
  return instance;
}
