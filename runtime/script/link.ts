import { LinkError, type Location, type MissingName } from '../errors.ts';
import type { ActionNames } from './action-names.ts';
import type { Warning } from './compiled.ts';
import { nearest } from './did-you-mean.ts';
import { hintForGlobal, isProvided, providedGlobals } from './globals.ts';
import { excerpt } from './position.ts';
import type { Import, Reference, Scan } from './scan.ts';

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

/** All names that the script uses and the sandbox does not provide, each once, where it is first used. */
export function missingNames(scan: Scan, actions: ActionNames, locate: Locate): MissingName[] {
  const first = new Map<string, Missing>();
  for (const missing of inOrder([...missingReferences(scan, actions), ...scan.imports.map(missingImport)])) {
    if (!first.has(missing.name)) first.set(missing.name, missing);
  }
  return [...first.values()].map(({ name, offset, hint }, index) => {
    // Guessing is slow: a script with a hundred thousand wrong names gets guesses for those that are shown.
    const guess: Guess = index < shownMax ? nearest : () => undefined;
    return { name, location: locate(offset), hint: hint(actions, guess) };
  });
}

/** Calls of actions whose promises nobody can ever look at. */
export function droppedPromises(scan: Scan, actions: ActionNames, locate: Locate): Warning[] {
  const dropped = scan.droppedCalls.filter((call) => isActionsObject(call) && actions.isAction(call.keys));
  return inOrder(dropped).map((call) => {
    const name = ['actions', ...call.keys].join('.');
    const message = `The promise of ${name}() is dropped: nothing waits for it, and its failure goes unseen. Write \`await ${name}(…)\`, or \`void ${name}(…)\` where that is meant.`;
    return { code: 'dropped-promise', message, location: locate(call.offset) };
  });
}

export function linkError(source: string, missing: readonly MissingName[]): LinkError {
  const lines = missing.slice(0, shownMax).map(({ name, location, hint }) => {
    const { file, line, column } = location;
    return `${name} (${file}:${line}:${column}): ${hint}\n${excerpt(source, location)}`;
  });
  if (missing.length > shownMax) lines.push(`… and ${missing.length - shownMax} more`);
  const what = missing.length === 1 ? 'a name' : `${missing.length} names`;
  return new LinkError(`The script uses ${what} that the sandbox does not provide.\n${lines.join('\n')}`, missing);
}

function inOrder<T extends { readonly offset: number }>(items: readonly T[]): T[] {
  return [...items].sort((a, b) => a.offset - b.offset);
}

function missingReferences({ references }: Scan, actions: ActionNames): Missing[] {
  return references.flatMap((reference) => missingReference(reference, actions) ?? []);
}

function missingReference(reference: Reference, actions: ActionNames): Missing | undefined {
  const { name, keys, scope, offset, use } = reference;
  if (use === 'typeof' || scope.binds(name)) return undefined;
  if (!isProvided(name)) return { name, offset, hint: (known, guess) => hintForName(reference, known, guess) };
  const unknown = name === 'actions' ? actions.unknownIn(keys) : undefined;
  if (unknown === undefined) return undefined;
  return {
    name: ['actions', ...unknown].join('.'),
    offset,
    hint: (known, guess) => hintForAction(unknown.join('.'), known, guess),
  };
}

function missingImport({ name, offset }: Import): Missing {
  const hint =
    name === 'import.meta'
      ? 'a script has no address; pass what it needs as `input`'
      : 'a script cannot import; declare an action that does the work (for types alone, write `import type`)';
  return { name, offset, hint: () => hint };
}

function isActionsObject({ name, scope }: Reference): boolean {
  return name === 'actions' && !scope.binds(name);
}

function hintForName({ name, use }: Reference, actions: ActionNames, guess: Guess): string {
  if (actions.hasTop(name)) return `write actions.${name}`;
  const known = hintForGlobal(name);
  if (known !== undefined) return known;
  const near = guess(name, providedGlobals);
  if (near !== undefined) return `did you mean ${near}?`;
  if (use === 'write') return 'declare it with `let` or `const`';
  return 'declare it, pass it in `input`, or declare an action that provides it';
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
