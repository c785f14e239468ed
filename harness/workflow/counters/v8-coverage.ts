import { authorText } from '../../../runtime/index.ts';
import type { Place } from './place.ts';

/** What V8 says of one file, as Node writes it under `NODE_V8_COVERAGE`. Offsets count UTF-16 units of the file. */
export interface V8ScriptCoverage {
  readonly scriptId: string;
  readonly url: string;
  readonly functions: readonly V8FunctionCoverage[];
}

export interface V8FunctionCoverage {
  readonly functionName: string;
  readonly isBlockCoverage: true;
  /** The whole function first; then the blocks in it, each after those that it lies in. */
  readonly ranges: readonly V8Range[];
}

export interface V8Range {
  readonly startOffset: number;
  readonly endOffset: number;
  readonly count: number;
}

/**
 * What was reached, for tools that read V8's coverage: of each of the author's files, its functions and the blocks in them.
 * That a condition was never false is no block, and is not in it.
 *
 * @param hits how often each place was reached.
 * @param urlOf the address of a file that places name.
 */
export function v8Coverage(
  { places, script }: { readonly places: readonly Place[]; readonly script: string },
  hits: ArrayLike<number>,
  urlOf: (file: string) => string,
): V8ScriptCoverage[] {
  const counted = places.map((place, index) => ({ place, count: hits[index] ?? 0 }));
  const files = [...new Set(places.map(({ start }) => start.file))].sort();
  return files.map((file, index) => {
    const own = counted.filter(({ place }) => place.start.file === file && place.kind !== 'no-else');
    const text = authorText(script, file);
    return { scriptId: String(index), url: urlOf(file), functions: functionsOf(own.map(rangedIn(text)), text.length) };
  });
}

interface Ranged extends V8Range {
  readonly name: string | undefined;
  readonly isFunction: boolean;
}

/** Converts places of a file, which are lines and columns, to offsets. */
function rangedIn(text: string): (counted: { readonly place: Place; readonly count: number }) => Ranged {
  const starts = [0, ...Array.from(text.matchAll(/\r\n?|\n/g), ({ index, 0: end }) => index + end.length)];
  const offset = ({ line, column }: { readonly line: number; readonly column: number }) =>
    (starts[line - 1] ?? text.length) + column - 1;
  return ({ place: { kind, name, start, end }, count }) => {
    return { startOffset: offset(start), endOffset: offset(end), count, name, isFunction: kind === 'function' };
  };
}

/** The file itself is the outermost function, which ran. */
function functionsOf(ranged: readonly Ranged[], length: number): V8FunctionCoverage[] {
  const whole: Ranged = { startOffset: 0, endOffset: length, count: 1, name: '', isFunction: true };
  const inOrder = [whole, ...ranged.toSorted(outerFirst)];
  const functions = inOrder.filter(({ isFunction }) => isFunction);
  const holderOf = (block: Ranged) => functions.findLast((candidate) => contains(candidate, block));
  const blocks = inOrder.filter(({ isFunction }) => !isFunction).map((block) => ({ block, holder: holderOf(block) }));
  return functions.map((one) => ({
    functionName: one.name ?? '',
    isBlockCoverage: true,
    ranges: [one, ...blocks.flatMap(({ block, holder }) => (holder === one ? [block] : []))].map(rangeOf),
  }));
}

function outerFirst(a: V8Range, b: V8Range): number {
  return a.startOffset - b.startOffset || b.endOffset - a.endOffset;
}

function contains(outer: V8Range, inner: V8Range): boolean {
  return outer.startOffset <= inner.startOffset && inner.endOffset <= outer.endOffset;
}

function rangeOf({ startOffset, endOffset, count }: V8Range): V8Range {
  return { startOffset, endOffset, count };
}
