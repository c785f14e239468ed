import type { Message } from 'esbuild';
import {
  excerpt,
  LinkError,
  type Location,
  type MissingName,
  missingText,
  ScriptSyntaxError,
} from '../../../runtime/index.ts';
import type { Entry, Failed } from './bundler.ts';
import { chainTo, type ImportGraph } from './import-chain.ts';
import type { Refusal, Refused } from './import-gate.ts';

/** Why a script cannot be put together, for its author: what is imported that cannot be, or the first file that does not parse. */
export function bundleFailure({ messages, graph }: Failed['failure'], entry: Entry): LinkError | ScriptSyntaxError {
  const places = messages.map((message) => placeOf(message, graph, entry));
  const missing = messages.flatMap((message, index) => missingIn(message, places[index] ?? startOf(entry)));
  const [first] = messages;
  if (missing.length === 0 && first !== undefined) return syntaxError(first.text, places[0] ?? startOf(entry));
  const lines = missing.map(({ missing: one, shown }) => missingText(one, shown));
  const head = 'The script imports what cannot be part of it.';
  return new LinkError(
    [head, ...lines].join('\n'),
    missing.map(({ missing: one }) => one),
  );
}

export function noDefaultExport(entry: Entry): ScriptSyntaxError {
  return syntaxError(
    'a module needs a default export: write `export default` a value or a function of `input`',
    startOf(entry),
  );
}

interface Place {
  readonly location: Location;
  readonly shown: string;
  readonly importedBy: readonly string[];
}

/** The bundler counts columns in bytes of UTF-8. */
function placeOf({ location }: Message, graph: ImportGraph, entry: Entry): Place {
  if (location === null) return startOf(entry);
  const { file, line, lineText } = location;
  const before = new TextEncoder().encode(lineText).subarray(0, location.column);
  const column = new TextDecoder().decode(before).length + 1;
  const shown = excerpt('\n'.repeat(line - 1) + lineText, { line, column });
  return { location: { file, line, column }, shown, importedBy: chainTo(graph, entry.file, file) };
}

function startOf({ file, source }: Entry): Place {
  const location = { file, line: 1, column: 1 };
  return { location, shown: excerpt(source, location), importedBy: [] };
}

function syntaxError(message: string, { location, shown, importedBy }: Place): ScriptSyntaxError {
  const { file, line, column } = location;
  const chain = importedBy.map((importer) => `\n  imported by ${importer}`).join('');
  return new ScriptSyntaxError(`${inOurWords(message)} (${file}:${line}:${column})\n${shown}${chain}`, location);
}

function inOurWords(message: string): string {
  return message.startsWith('Top-level return')
    ? '`return` outside a function: a script with `import` or `export` is a module'
    : message;
}

function missingIn(
  message: Message,
  { location, shown, importedBy }: Place,
): { missing: MissingName; shown: string }[] {
  const found = refusedImport(message) ?? unresolved(message) ?? notExported(message) ?? unloadable(message);
  if (found === undefined) return [];
  return [{ missing: { ...found, location, ...(importedBy.length > 0 && { importedBy }) }, shown }];
}

type Found = Pick<MissingName, 'name' | 'hint'>;

function refusedImport({ detail }: Message): Found | undefined {
  const refused = (detail as Refusal | undefined)?.refused;
  return refused && { name: refused.path, hint: hintFor(refused) };
}

function hintFor({ path, kind }: Refused): string {
  if (kind === 'dynamic-import') {
    return 'a script cannot load anything while it runs; write `import … from` at the top of the file';
  }
  if (/^(?:https?:)?\/\//.test(path))
    return 'a script is put together from files; install the package, or keep a copy of the file';
  return 'a script cannot use what Node brings along; do that in an action, or import a package that needs no host';
}

function unresolved({ text, notes }: Message): Found | undefined {
  const name = /^Could not resolve "(.*)"$/.exec(text)?.[1];
  if (name === undefined) return undefined;
  if (/^\.{0,2}\//.test(name) || name === '.' || name === '..') return { name, hint: 'there is no such file' };
  if (name.startsWith('#')) return { name, hint: 'the package.json above the file has no such entry in its "imports"' };
  const notExported = notes.find((note) => note.text.includes('is not exported by package'));
  if (notExported !== undefined) return { name, hint: `${lowered(notExported.text).replace(/:$/, '')}` };
  return { name, hint: `no such package is installed; npm install ${packageOf(name)}` };
}

function packageOf(name: string): string {
  return name.split('/', name.startsWith('@') ? 2 : 1).join('/');
}

function notExported({ text }: Message): Found | undefined {
  const [, file, name] = /^No matching export in "(.*)" for import "(.*)"$/.exec(text) ?? [];
  return file === undefined || name === undefined ? undefined : { name, hint: `${file} does not export it` };
}

function unloadable({ text }: Message): Found | undefined {
  const [, kind, file] = /^No loader is configured for "(.*)" files: (.*)$/.exec(text) ?? [];
  if (kind === undefined || file === undefined) return undefined;
  return { name: file, hint: `JavaScript, TypeScript, JSON and texts can be part of a script, ${kind} files cannot` };
}

function lowered(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
