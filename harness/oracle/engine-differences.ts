import type { Json } from '../../runtime/index.ts';
import { mayLeaveForAwait } from './for-await.ts';

/** Something in which the guest's engine and V8 are both right, or of which it is known that one is not. */
export interface EngineDifference {
  readonly what: string;
  readonly reason: string;
  /** A script that says this is not compared at all. */
  readonly inScript?: RegExp | ((script: string) => boolean);
  /** What V8 says in such a place; anything may stand there. */
  readonly textInV8?: RegExp;
}

/** All that a comparison with V8 leaves out. */
export const engineDifferences: readonly EngineDifference[] = [
  {
    what: 'V8: scripts that read stack traces',
    reason: 'Every engine writes them in its own way.',
    inScript: /\bstack\b/,
  },
  {
    what: "V8: the texts of an engine's own errors",
    reason: 'The language says which class an error has and not its text.',
    textInV8:
      /Cannot (read|set|destructure|convert|mix|assign|add|delete|define|access)|is not (a function|iterable|defined|a constructor|extensible|an object|async iterable)|Invalid (array|time|string|date|count|regular|code|BigInt|Date)|Assignment to constant|must (be|not)|Method .* called on|already been declared|before initialization|Unexpected|in JSON at|not valid JSON|circular structure|BigInt|Reduce of empty|Class constructor|Derived constructors|private (member|field)|All promises were rejected|out of (range|bounds)/,
  },
  {
    what: 'V8: the texts of functions that are not written in the language',
    reason: 'The language says what such a text must hold, and leaves the blanks in it to the engine.',
    textInV8: /\{ \[native code\] \}/,
  },
  {
    what: 'V8: runs that met a limit or were aborted',
    reason:
      'Fuel, memory and the depth of the stack are counted by the guest in its own way, and V8 has none of our limits.',
  },
  {
    what: 'V8: scripts that recurse until the stack ends',
    reason: 'How deep that is depends on the engine.',
    inScript: /InternalError|RangeError|stack overflow/,
  },
  {
    what: 'V8: the last digits of numbers, a part in 10^14',
    reason: 'The language leaves the precision of the functions of Math to the engine.',
  },
  {
    what: 'V8: what depends on a locale, and dates in informal notations',
    reason:
      'The guest has one locale and no tables of others; what a date may look like beyond ISO is up to the engine.',
    inScript: /toLocale|localeCompare|normalize\(|Intl\b/,
  },
  {
    what: 'V8: parts of the language that the V8 of the oldest supported Node has not',
    reason: 'The guest is newer.',
    inScript:
      /withResolvers|groupBy|fromAsync|Float16|\bIterator\b|\.try\(|isError|escape\(|sumPrecise|f16round|isDisjointFrom|isSubsetOf|isSupersetOf|\.(union|intersection|difference|symmetricDifference)\(|\.transfer\(|isWellFormed|toWellFormed|toBase64|fromBase64|toHex|fromHex/,
  },
  {
    what: 'V8: kinds of objects that structuredClone copies besides lists, records, dates, maps and sets',
    reason: 'It is the bridge that copies them, and its own tests say how.',
  },
  {
    what: 'V8: scripts that may leave a `for await` before its iterator is done',
    reason:
      'QuickJS calls its return() and does not wait for it, as the language wants: what comes after the loop comes too early.',
    inScript: mayLeaveForAwait,
  },
  {
    what: 'V8: return() on a generator that delegates with yield* to an asynchronous one',
    reason: 'QuickJS takes a job of the queue more for it.',
    inScript: /yield\s*\*[\s\S]*\.return\(|\.return\([\s\S]*yield\s*\*/,
  },
  {
    what: 'V8: how often a for-in loop asks a proxy for descriptors',
    reason: 'QuickJS asks for all before the first round, and again before each.',
    inScript: /\bgetOwnPropertyDescriptor\(\w/,
  },
  {
    what: 'V8: the order of keys that a script puts on the global object',
    reason: 'A context of node:vm answers for its global object itself.',
    inScript: /globalThis\b(?!\.)/,
  },
];

/** Whether a script is one that is not compared. */
export function isLeftOut(script: string): boolean {
  return engineDifferences.some(({ inScript }) =>
    typeof inScript === 'function' ? inScript(script) : inScript?.test(script),
  );
}

const engineTexts = engineDifferences.flatMap(({ textInV8 }) => textInV8 ?? []);
const digits = 1e-14;

/** Whether what the guest showed and what V8 showed are the same, but for what is left out. */
export function sameSeen(here: Json | undefined, inV8: Json | undefined): boolean {
  if (here === inV8 || JSON.stringify(here) === JSON.stringify(inV8)) return true;
  if (typeof inV8 === 'string' && typeof here === 'string') return engineTexts.some((text) => text.test(inV8));
  if (typeof here === 'number' && typeof inV8 === 'number')
    return Math.abs(here - inV8) <= digits * Math.max(Math.abs(here), Math.abs(inV8));
  if (!isComposite(here) || !isComposite(inV8) || Array.isArray(here) !== Array.isArray(inV8)) return false;
  const [keys, keysInV8] = [Object.keys(here), Object.keys(inV8)];
  return (
    keys.length === keysInV8.length &&
    keys.every((key, index) => key === keysInV8[index] && sameSeen(partOf(here, key), partOf(inV8, key)))
  );
}

type Composite = Json[] | { [key: string]: Json };

function isComposite(value: Json | undefined): value is Composite {
  return typeof value === 'object' && value !== null;
}

function partOf(value: Composite, key: string): Json | undefined {
  return (value as { [key: string]: Json })[key];
}
