import type { Identifier } from 'acorn';
import { LinkError, type Location, type MissingName } from '../errors.ts';
import type { ActionNames } from './action-names.ts';
import type { Author } from './author.ts';
import { type ConsoleCall, hintForConsole, missingConsoleMethods } from './console-methods.ts';
import { nearest } from './did-you-mean.ts';
import { hintForGlobal, providedGlobals } from './globals.ts';
import { hintForModule } from './modules.ts';
import type { Use } from './names.ts';
import { type Path, pathFrom, takenFrom } from './path.ts';
import { type Import, isAsked, type Scan } from './scan.ts';
import type { Parents } from './tree.ts';

/** Says where in the author's source an offset of the scanned text is. */
export type Locate = (offset: number) => Location;

interface Missing {
  readonly name: string;
  readonly offset: number;
  readonly hint: (actions: ActionNames, guess: Guess) => string;
}

/** What a name is probably a slip of. */
type Guess = (name: string, candidates: readonly string[]) => string | undefined;

const shownMax = 50;

/**
 * All names that the script uses and the sandbox does not provide, each once, where it is first used. `literal`: without what
 * the console lacks, which older releases found out when it was called.
 */
export function missingNames(scan: Scan, actions: ActionNames, locate: Locate, literal = false): MissingName[] {
  const names = scan.unknown.map((use) => missingName(use, scan.parents));
  const ofConsole = literal ? [] : missingConsoleMethods(scan).map(missingMethod);
  const ofActions = scan.actions.flatMap((name) => missingActions(name, scan.parents, actions));
  const first = new Map<string, Missing>();
  for (const missing of inOrder([...names, ...ofActions, ...ofConsole, ...scan.imports.map(missingImport)])) {
    if (!first.has(missing.name)) first.set(missing.name, missing);
  }
  return [...first.values()].map(({ name, offset, hint }, index) => {
    // Guessing is slow: a script with a hundred thousand wrong names gets guesses for those that are shown.
    const guess: Guess = index < shownMax ? nearest : () => undefined;
    return { name, location: locate(offset), hint: hint(actions, guess) };
  });
}

/** The error about names that a script lacks. Those of a script in several files also say who imports the file. */
export function linkError(author: Author, missing: readonly MissingName[]): LinkError {
  const told = missing.map((one) => withImporters(author, one));
  const lines = told.slice(0, shownMax).map((one) => missingText(one, author.excerpt(one.location)));
  if (missing.length > shownMax) lines.push(`… and ${missing.length - shownMax} more`);
  const what = missing.length === 1 ? 'a name' : `${missing.length} names`;
  return new LinkError(`The script uses ${what} that the sandbox does not provide.\n${lines.join('\n')}`, told);
}

/** A missing name for a reader: where it is, what to do, the line with a caret, and how one got there. */
export function missingText({ name, location, hint, importedBy = [] }: MissingName, shown: string): string {
  const { file, line, column } = location;
  const chain = importedBy.map((importer) => `\n  imported by ${importer}`).join('');
  return `${name} (${file}:${line}:${column}): ${hint}\n${shown}${chain}`;
}

function withImporters(author: Author, missing: MissingName): MissingName {
  const importedBy = author.importersOf(missing.location.file);
  return importedBy.length === 0 ? missing : { ...missing, importedBy };
}

export function inOrder<T extends { readonly offset: number }>(items: readonly T[]): T[] {
  return [...items].sort((a, b) => a.offset - b.offset);
}

function missingName(use: Use, parents: Parents): Missing {
  const { name, start } = use.name;
  const path = pathFrom(use.name, parents);
  return { name, offset: start, hint: (actions, guess) => hintForName(use, path, actions, guess) };
}

function missingMethod({ name, offset }: ConsoleCall): Missing {
  return { name: `console.${name}`, offset, hint: () => hintForConsole(name) };
}

function missingActions(name: Identifier, parents: Parents, actions: ActionNames): Missing[] {
  const path = pathFrom(name, parents);
  // The question is about the last name only: `typeof actions.a.b` reads `actions.a`.
  const read = { offset: name.start, keys: isAsked(path.parent) ? path.keys.slice(0, -1) : path.keys };
  return [read, ...takenFrom(path)].flatMap(({ keys, offset }) => {
    const unknown = actions.unknownIn(keys);
    if (unknown === undefined) return [];
    const hint: Missing['hint'] = (known, guess) => hintForAction(unknown.join('.'), known, guess);
    return { name: ['actions', ...unknown].join('.'), offset, hint };
  });
}

function missingImport({ name, offset, atRunTime, taken }: Import): Missing {
  return { name, offset, hint: (actions) => actionsTaken(taken, actions) ?? hintForImport(name, atRunTime) };
}

/** Models import the actions that they were told of: from files as there are where each tool is one. */
function actionsTaken(taken: readonly string[], actions: ActionNames): string | undefined {
  const known = taken.flatMap((name) => actions.endingIn([name]) ?? []);
  if (known.length === 0) return undefined;
  return `actions are there without an import: write ${known.map((name) => `actions.${name}`).join(', ')}`;
}

function hintForImport(name: string, atRunTime: boolean): string {
  if (name === 'import.meta') return 'a script has no address; pass what it needs as `input`';
  const known = hintForModule(name);
  if (known !== undefined) return known;
  return atRunTime
    ? 'a script cannot load anything while it runs; write `import … from` at the top of its file, or declare an action'
    : 'the sandbox takes one text: put the files together with `bundleScript` of lockstep/harness, or declare an action that does the work (for types alone, write `import type`)';
}

function hintForName({ name: { name }, writes }: Use, path: Path, actions: ActionNames, guess: Guess): string {
  if (actions.has([name])) return `write actions.${name}`;
  const known = (name === 'require' ? hintForRequired(path) : undefined) ?? hintForGlobal(name);
  if (known !== undefined) return known;
  const action = actions.endingIn([name]) ?? actionBehind(path.keys, actions);
  if (action !== undefined) return `write actions.${action}`;
  const near = guess(name, providedGlobals);
  if (near !== undefined) return `did you mean ${near}?`;
  if (toolBoxes.has(name))
    return `what other hosts call ${name} is \`actions\` here; the sandbox has ${listed(actions.sorted)}`;
  if (writes) return 'declare it with `let` or `const`';
  return 'declare it, pass it in `input`, or declare an action that provides it';
}

/** What other hosts call the object that tools are called on. */
const toolBoxes = new Set(['api', 'callTool', 'client', 'codemode', 'functions', 'mcp', 'tool', 'tools']);

/** The action that is read from an object which is not there: `codemode.getOrder`, `mcp.shop.getOrder`. */
function actionBehind(keys: readonly string[], actions: ActionNames): string | undefined {
  for (let from = 0; from < keys.length; from++) {
    for (let to = keys.length; to > from; to--) {
      const found = actions.endingIn(keys.slice(from, to));
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

function hintForRequired({ node, parent }: Path): string | undefined {
  const [specifier] = parent?.type === 'CallExpression' && parent.callee === node ? parent.arguments : [];
  return specifier?.type === 'Literal' ? hintForModule(String(specifier.value)) : undefined;
}

function hintForAction(name: string, { sorted }: ActionNames, guess: Guess): string {
  if (sorted.length === 0) return 'the sandbox has no actions; declare it with defineAction';
  const near = guess(name, sorted) ?? sorted.find((known) => known.endsWith(`.${name}`));
  return near === undefined ? `declare the action; the sandbox has ${listed(sorted)}` : `did you mean actions.${near}?`;
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, 10).join(', ');
  return names.length > 10 ? `${shown} and ${names.length - 10} more` : shown;
}
