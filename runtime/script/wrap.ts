import type { ExportDefaultDeclaration, ExportNamedDeclaration, Program } from 'acorn';
import { type Edit, EditedText } from './edit.ts';
import type { Ending } from './ending.ts';
import { returnInModule, SyntaxFault } from './fault.ts';
import type { Names } from './names.ts';
import type { Scan } from './scan.ts';
import { firstNode, isInFunction } from './tree.ts';

/** A script's text as the expression that the guest evaluates, and the way back. */
export interface Wrapped {
  readonly form: 'body' | 'module';
  readonly code: string;
  /** Offset in the script's text of an offset in `code`; `undefined` for the wrapper. */
  originOf(offset: number): number | undefined;
}

/**
 * Puts a script into a strict function. What was parsed alone cannot close that function: its braces are balanced, its comments
 * and templates end, and a last line comment ends at our line break. The script's first line shares line 1 with the prefix.
 * `ending` is what a function body that returns nothing ends with. Throws `SyntaxFault` for a module that is none.
 */
export function wrapScript(text: string, program: Program, scan: Scan, ending?: Ending): Wrapped {
  const firstModuleItem = firstModuleItemOf(program);
  if (firstModuleItem === undefined) return wrapBody(text, ending);
  const returning = firstNode(scan.parents, (n) => n.type === 'ReturnStatement' && !isInFunction(n, scan.parents));
  if (returning !== undefined) throw new SyntaxFault(returnInModule, returning.start);
  return wrapModule(text, program, firstModuleItem.start, scan.names);
}

/** What makes a script a module; `undefined` for a function body. */
export function firstModuleItemOf({ body }: Program): Program['body'][number] | undefined {
  return body.find(({ type }) => type.startsWith('Export') || type === 'ImportDeclaration');
}

const strictFunction = '(async function(){"use strict";';

function wrapBody(text: string, ending: Ending | undefined): Wrapped {
  const call = ending?.type === 'declared' ? `\n;return ${ending.name}(input)` : '';
  const edits = [...hashbang(text), ...returnOf(ending, text)];
  return enclose('body', strictFunction, new EditedText(text, edits), `${call}\n})`);
}

/** Makes a value of what the body ends with. */
function returnOf(ending: Ending | undefined, text: string): Edit[] {
  switch (ending?.type) {
    case undefined:
    case 'declared':
      return [];
    case 'started':
      return [inserted(ending.statement.start, 'return ')];
    case 'function': {
      const { start, end } = ending.statement;
      return [inserted(start, 'return ('), inserted(text[end - 1] === ';' ? end - 1 : end, ')(input)')];
    }
  }
}

function inserted(at: number, text: string): Edit {
  return { start: at, end: at, text };
}

/**
 * A module runs in an inner function that returns its default export in a box, so that a promise stays the value that it is;
 * the outer one calls it if it is a function. Names of ours that the module can see are none of its own.
 */
function wrapModule(text: string, program: Program, start: number, names: Names): Wrapped {
  const box = freeName(names);
  const edits = hashbang(text);
  let result: string | undefined;
  for (const item of program.body) {
    if (item.type === 'ExportNamedDeclaration') {
      edits.push(blankNamedExport(item));
      result ??= namedDefault(item);
      refuseClass(item, result !== undefined && names.isClass(result));
    }
    if (item.type === 'ExportDefaultDeclaration') {
      refuseClass(item, isClass(item, names));
      const named = declaredName(item);
      edits.push(...(named === undefined ? boxDefault(text, item, box) : [blankKeywords(text, item, ';')]));
      result = named ?? `${box}.default`;
    }
  }
  if (result === undefined) {
    throw new SyntaxFault(
      'a module needs a default export: write `export default` a value or a function of `input`',
      start,
    );
  }
  const prefix = `(async()=>{const ${box}=(await ${strictFunction}let ${box};`;
  const suffix = `\n;return{default:${result}}})()).default;return typeof ${box}==="function"?${box}(input):${box}})`;
  return enclose('module', prefix, new EditedText(text, edits), suffix);
}

function refuseClass(item: { start: number }, isOne: boolean): void {
  if (!isOne) return;
  const message = 'a class as default export cannot be run: write `export default` a value or a function of `input`';
  throw new SyntaxFault(message, item.start);
}

function isClass({ declaration }: ExportDefaultDeclaration, names: Names): boolean {
  return declaration.type === 'Identifier' ? names.isClass(declaration.name) : declaration.type.startsWith('Class');
}

function enclose(form: Wrapped['form'], prefix: string, body: EditedText, suffix: string): Wrapped {
  const end = prefix.length + body.text.length;
  return {
    form,
    code: prefix + body.text + suffix,
    originOf: (offset) => (offset < prefix.length || offset >= end ? undefined : body.originOf(offset - prefix.length)),
  };
}

/** `#!` is a comment only at the start of a file, and the wrapper now stands there. */
function hashbang(text: string): Edit[] {
  return text.startsWith('#!') ? [{ start: 0, end: 2, text: '//' }] : [];
}

function freeName(names: Names): string {
  const taken = names.taken();
  for (let n = 0; ; n++) if (!taken.has(`$${n}`)) return `$${n}`;
}

/** A semicolon stands for what is blanked: the statement before must not go on in the one after. */
function blankNamedExport(item: ExportNamedDeclaration): Edit {
  const end = item.declaration?.start ?? item.end;
  return { start: item.start, end, text: ';'.padEnd(end - item.start) };
}

function namedDefault(item: ExportNamedDeclaration): string | undefined {
  const specifier = item.specifiers.find(({ exported }) => nameOf(exported) === 'default');
  return specifier && nameOf(specifier.local);
}

function nameOf(node: { type: 'Identifier'; name: string } | { type: 'Literal'; value?: unknown }): string {
  return node.type === 'Identifier' ? node.name : String(node.value);
}

/** The name that a default export declares: `export default function refund…`. It is hoisted, and may be assigned later. */
function declaredName({ declaration }: ExportDefaultDeclaration): string | undefined {
  return 'id' in declaration && declaration.type.endsWith('Declaration') ? declaration.id?.name : undefined;
}

/** As a property called `default`, an anonymous function gets the name that the language gives it. */
function boxDefault(text: string, item: ExportDefaultDeclaration, box: string): Edit[] {
  const end = text[item.end - 1] === ';' ? item.end - 1 : item.end;
  return [blankKeywords(text, item, `;${box}={default:`), { start: end, end, text: '};' }];
}

function blankKeywords(text: string, item: ExportDefaultDeclaration, by: string): Edit {
  const end = startAfterKeywords(text, item);
  return { start: item.start, end, text: by.padEnd(end - item.start) };
}

const trivia = /(?:\s+|\/\*[\s\S]*?\*\/|\/\/[^\n\r\u2028\u2029]*)*/y;

function startAfterKeywords(text: string, item: ExportDefaultDeclaration): number {
  trivia.lastIndex = item.start + 'export'.length;
  trivia.exec(text);
  return trivia.lastIndex + 'default'.length;
}
