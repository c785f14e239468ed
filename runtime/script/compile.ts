import type { Program } from 'acorn';
import { ScriptSyntaxError } from '../errors.ts';
import { ActionNames } from './action-names.ts';
import { type Author, authorOf } from './author.ts';
import type { CompiledScript, Warning } from './compiled.ts';
import { droppedPromises } from './dropped-promises.ts';
import { type Ending, endingOf } from './ending.ts';
import { SyntaxFault } from './fault.ts';
import { hasFence, refuseFences, unfenced } from './fence.ts';
import { linkError, missingNames } from './link.ts';
import { localeFormats } from './locale-formats.ts';
import { parseScript } from './parse.ts';
import { EngineLines } from './position.ts';
import { RecentScripts } from './recent-scripts.ts';
import { type Scan, scan } from './scan.ts';
import { later, mayHaveTypeArguments, stripTypes, type Untyped } from './typescript.ts';
import { type Wrapped, wrapScript } from './wrap.ts';

export interface CompileOptions {
  /** Names of the actions the script may call, in any order. */
  actions: readonly string[];
  /** The author's name for the script, used in locations. Default `script.ts`. */
  file?: string;
  /**
   * Takes the text by the letter, as it was taken before there was the flag `script-reading`: without regard to a fence around
   * it, or to a function that nobody calls. Default `false`.
   */
  literal?: boolean;
}

const recent = new RecentScripts();

/**
 * Parses a script of either form, takes types out, resolves its free names, and wraps it for the guest. Nothing runs.
 * Compiled scripts are kept: the same source, file and actions give the same object again, as long as it is remembered.
 * Throws `ScriptSyntaxError`, and `LinkError` with every name that the sandbox does not provide.
 */
export function compileScript(source: string, options: CompileOptions): CompiledScript {
  const { file, actions, literal } = settled(options);
  return recent.get(source, file, actions, literal) ?? recent.add(compiled(source, file, actions, literal), literal);
}

/** The same, without looking at or adding to what is remembered. */
export function compileFresh(source: string, options: CompileOptions): CompiledScript {
  const { file, actions, literal } = settled(options);
  return compiled(source, file, actions, literal);
}

/**
 * Whether a script is more than one file: it imports, or exports from, others. Types alone do not count, and in what does
 * not parse there are none.
 */
export function hasImports(source: string): boolean {
  if (!/\b(?:import|from)\b/.test(source)) return false;
  try {
    const { scan } = new Compilation(source, '', [], authorOf(source, ''), false).parsed();
    return scan.imports.some(({ atRunTime }) => !atRunTime);
  } catch (fault) {
    if (fault instanceof SyntaxFault) return false;
    throw fault;
  }
}

function compiled(source: string, file: string, actions: readonly string[], literal: boolean): CompiledScript {
  const author = authorOf(source, file);
  try {
    return new Compilation(source, file, actions, author, literal).result();
  } catch (fault) {
    throw fault instanceof SyntaxFault ? syntaxError(author, fault) : fault;
  }
}

/** A `ScriptSyntaxError` whose message shows the line. */
function syntaxError(author: Author, { message, offset }: SyntaxFault): ScriptSyntaxError {
  const location = author.place(offset);
  const { file, line, column } = location;
  const advice = hasFence(author.text) ? `\n${fenceAdvice}` : '';
  return new ScriptSyntaxError(
    `${message} (${file}:${line}:${column})\n${author.excerpt(location)}${advice}`,
    location,
  );
}

const fenceAdvice = 'Give the script alone: one fence of ``` around it is taken away, and no other text.';

/** A script's text as JavaScript, with what was found in it. */
interface Parsed extends Untyped {
  readonly program: Program;
  readonly scan: Scan;
}

/** What a package does is its authors' business. */
function isAboutAuthors({ location }: Warning): boolean {
  return !location?.file.split('/').includes('node_modules');
}

function meantEnding({ text, program, scan }: Parsed): Ending | undefined {
  if (text.includes('```')) refuseFences(scan.parents);
  return endingOf(program, scan);
}

class Compilation {
  constructor(
    private readonly source: string,
    private readonly file: string,
    private readonly actions: readonly string[],
    private readonly author: Author,
    private readonly literal: boolean,
  ) {}

  result(): CompiledScript {
    const { source, file, author, literal } = this;
    const actions = Object.freeze([...this.actions]);
    const parsed = this.parsed();
    const locate = (offset: number) => author.place(parsed.originOf(offset) ?? 0);
    const names = new ActionNames(actions);
    const missing = missingNames(parsed.scan, names, locate, literal);
    if (missing.length > 0) throw linkError(author, missing);
    const ending = literal ? undefined : inSource(parsed, () => meantEnding(parsed));
    const warnings = [...droppedPromises(parsed.scan, names, locate, ending), ...localeFormats(parsed.scan, locate)];
    const wrapped = inSource(parsed, () => wrapScript(parsed.text, parsed.program, parsed.scan, ending));
    const { form, code } = wrapped;
    return Object.freeze({
      source,
      file,
      form,
      code,
      actions,
      warnings: warnings.filter(isAboutAuthors),
      locate: locator(wrapped, parsed.originOf, author),
    });
  }

  /** JavaScript is tried first, so that it pays nothing for TypeScript. */
  parsed(): Parsed {
    const { isMade } = this.author;
    const text = this.literal ? this.author.text : unfenced(this.author.text);
    refuseLoneSurrogates(text);
    try {
      const plain = parsedFrom({ text, originOf: (offset) => offset });
      if (isMade || !mayHaveTypeArguments(text, plain.scan.parents)) return plain;
      return typedReading(text) ?? plain;
    } catch (plainFault) {
      if (!(plainFault instanceof SyntaxFault) || plainFault.nesting) throw plainFault;
      return parsedFrom(untyped(text, plainFault));
    }
  }
}

/** The guest and the type stripper take UTF-8, which has no lone surrogates: one would silently become another character. */
function refuseLoneSurrogates(source: string): void {
  const at = source.search(/\p{Surrogate}/u);
  if (at >= 0)
    throw new SyntaxFault('a lone surrogate cannot be part of a source: write it as an escape, `\\ud800`', at);
}

function parsedFrom(untyped: Untyped): Parsed {
  return inSource(untyped, () => {
    const program = parseScript(untyped.text);
    return { ...untyped, program, scan: scan(program) };
  });
}

function untyped(source: string, plainFault: SyntaxFault): Untyped {
  try {
    return stripTypes(source);
  } catch (typedFault) {
    throw later(plainFault, typedFault);
  }
}

/** What the script is as TypeScript, where that differs: `f<T>(x)` is a call there and two comparisons in JavaScript. */
function typedReading(source: string): Parsed | undefined {
  try {
    const stripped = stripTypes(source);
    return stripped.text === source ? undefined : parsedFrom(stripped);
  } catch (fault) {
    if (fault instanceof SyntaxFault) return undefined;
    throw fault;
  }
}

/** Does something with a script's text, and moves a fault of it to the author's source. */
function inSource<T>({ originOf }: Untyped, work: () => T): T {
  try {
    return work();
  } catch (fault) {
    if (fault instanceof SyntaxFault) throw new SyntaxFault(fault.message, originOf(fault.offset) ?? 0, fault.nesting);
    throw fault;
  }
}

/**
 * Holds on to texts alone: a script is kept for long, and its tree takes a hundred times as much. So whoever calls this passes no
 * function of its own: that would hold on to all that is known there.
 */
function locator(
  { code, originOf }: Wrapped,
  originInSource: Untyped['originOf'],
  author: Author,
): CompiledScript['locate'] {
  let lines: EngineLines | undefined;
  return (line, column) => {
    lines ??= new EngineLines(code);
    const offset = lines.offset(line, column);
    const inText = offset === undefined ? undefined : originOf(offset);
    const inSource = inText === undefined ? undefined : originInSource(inText);
    return inSource === undefined ? undefined : author.origin(inSource);
  };
}

function settled({ file = 'script.ts', actions, literal = false }: CompileOptions): Required<CompileOptions> {
  return { file, actions: sortedNames(actions), literal };
}

function sortedNames(names: readonly string[]): readonly string[] {
  const sorted = names.every((name, index) => index === 0 || (names[index - 1] ?? '') < name);
  return sorted ? names : [...new Set(names)].sort();
}
