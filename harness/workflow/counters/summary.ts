import { authorText, type Location } from '../../../runtime/index.ts';
import type { Place, PlaceKind } from './place.ts';

/** What of a script was reached, in figures, and what never was. Plain data. */
export interface ScriptCoverage {
  readonly branches: Share;
  readonly functions: Share;
  /** In the order of the text. What lies within something that was never reached is left out. */
  readonly unreached: readonly UnreachedPlace[];
}

export interface Share {
  readonly reached: number;
  readonly total: number;
}

/** A part of the script that no case came to. */
export interface UnreachedPlace {
  readonly kind: PlaceKind;
  /** In words that follow "never reached". */
  readonly what: string;
  readonly location: Location;
  /** Behind its last character. */
  readonly end: { readonly line: number; readonly column: number };
  /** The author's line where it begins. */
  readonly text: string;
}

const words: Readonly<Record<PlaceKind, string>> = {
  function: 'this function was never called',
  then: 'this branch of its if',
  else: 'the else of its if',
  'no-else': 'the missing else: this was never false',
  consequent: 'the first branch of ?:',
  alternate: 'the second branch of ?:',
  and: 'the right side of &&',
  or: 'the right side of ||',
  nullish: 'the right side of ??',
  default: 'this default value',
  case: 'this case',
  loop: 'the body of this loop',
  catch: 'this catch',
  'after-await': 'what comes after the await before it',
};

/** @param hits how often each place was reached. */
export function summaryOf(places: readonly Place[], hits: ArrayLike<number>, source: string): ScriptCoverage {
  const reached = new Set(places.filter((_, index) => (hits[index] ?? 0) > 0));
  const isReached = (place: Place) => reached.has(place);
  const unreached = places.filter((place) => !isReached(place));
  const outermost = unreached.filter((place) => !unreached.some((other) => contains(other, place)));
  return {
    branches: shareOf(places.filter(isBranch), isReached),
    functions: shareOf(
      places.filter(({ kind }) => kind === 'function'),
      isReached,
    ),
    unreached: outermost.toSorted((a, b) => a.range[0] - b.range[0]).map((place) => shown(place, source)),
  };
}

/** Neither is a choice that a script makes. */
function isBranch({ kind }: Place): boolean {
  return kind !== 'function' && kind !== 'after-await';
}

function shareOf(places: readonly Place[], isReached: (place: Place) => boolean): Share {
  return { reached: places.filter(isReached).length, total: places.length };
}

function contains(outer: Place, inner: Place): boolean {
  if (outer === inner || outer.kind === 'no-else') return false;
  return outer.range[0] <= inner.range[0] && inner.range[1] <= outer.range[1];
}

function shown({ kind, start, end }: Place, source: string): UnreachedPlace {
  const text = authorText(source, start.file).split(/\r\n|\r|\n/)[start.line - 1] ?? '';
  return { kind, what: words[kind], location: start, end: { line: end.line, column: end.column }, text };
}
