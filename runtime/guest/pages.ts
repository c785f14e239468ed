/**
 * What a run has changed in its guest's memory: the pages that differ from the boot image, as their difference from it
 * (exclusive or), so that what is equal is zero and packs well. Pages are counted through the live memory, first the static data,
 * then the heap; the dead stack between them is not in it.
 */
export interface PageDifference {
  /** Ascending numbers of the pages that differ. */
  readonly pages: Uint32Array;
  /** Their differences, one after another, `pageBytes` each. */
  readonly bytes: Uint8Array;
  /** Address at which the heap ends. */
  readonly heapEnd: number;
}

/** The two parts of a live memory: static data and heap. */
export type Parts = readonly [low: Uint8Array, heap: Uint8Array];

export const pageBytes = 4096;
const pageWords = pageBytes / 4;

/** Compares a live memory with the boot image. Where the heap has grown, the image counts as zero. */
export function differenceOf(live: Parts, boot: Parts, heapEnd: number): PageDifference {
  const found: { page: number; words: Int32Array }[] = [];
  let firstPage = 0;
  live.forEach((part, index) => {
    const now = wordsOf(part);
    const then = wordsOf(boot[index] as Uint8Array);
    const count = Math.ceil(now.length / pageWords);
    for (let page = 0; page < count; page++) {
      const words = pageDifference(now, then, page * pageWords);
      if (words !== undefined) found.push({ page: firstPage + page, words });
    }
    firstPage += count;
  });
  return packed(found, heapEnd);
}

/** Turns the boot image in `live` into the memory that the difference was taken from. */
export function applyDifference(live: Parts, { pages, bytes }: PageDifference): void {
  const [low, heap] = [wordsOf(live[0]), wordsOf(live[1])];
  const lowPages = Math.ceil(low.length / pageWords);
  const difference = wordsOf(bytes);
  pages.forEach((page, index) => {
    const target = page < lowPages ? low : heap;
    const start = (page < lowPages ? page : page - lowPages) * pageWords;
    xorInto(target, start, difference.subarray(index * pageWords, (index + 1) * pageWords));
  });
}

function pageDifference(now: Int32Array, then: Int32Array, start: number): Int32Array | undefined {
  const end = Math.min(start + pageWords, now.length);
  let first = start;
  while (first < end && now[first] === (then[first] ?? 0)) first++;
  if (first === end) return undefined;
  const words = new Int32Array(pageWords);
  for (let at = first; at < end; at++) words[at - start] = (now[at] as number) ^ (then[at] ?? 0);
  return words;
}

function packed(found: readonly { page: number; words: Int32Array }[], heapEnd: number): PageDifference {
  const words = new Int32Array(found.length * pageWords);
  found.forEach((one, index) => {
    words.set(one.words, index * pageWords);
  });
  return { pages: Uint32Array.from(found, ({ page }) => page), bytes: new Uint8Array(words.buffer), heapEnd };
}

function xorInto(target: Int32Array, start: number, difference: Int32Array): void {
  const count = Math.min(difference.length, target.length - start);
  for (let at = 0; at < count; at++) target[start + at] = (target[start + at] as number) ^ (difference[at] as number);
}

/** Both parts of a memory begin and end at multiples of 4. */
function wordsOf(bytes: Uint8Array): Int32Array {
  return new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
}
