/**
 * What a run has changed in its guest's memory: the words of 32 bits that differ from the boot image, as their difference from it
 * (exclusive or). Words are counted through the live memory, first the static data, then the heap; the dead stack between them is
 * not in it. A paused run has changed a few thousand bytes, here and there in a fifth of its pages.
 */
export interface Difference {
  /** Alternately how many words are equal and how many differ. */
  readonly stretches: Uint32Array;
  /** The differences, one after another. */
  readonly words: Int32Array;
  /** Address at which the heap ends. */
  readonly heapEnd: number;
}

/** The two parts of a live memory: static data and heap. */
export type Parts = readonly [low: Uint8Array, heap: Uint8Array];

/** Compares a live memory with the boot image. Where the heap has grown, the image counts as zero. */
export function differenceOf(live: Parts, boot: Parts, heapEnd: number): Difference {
  const writer = new DifferenceWriter();
  live.forEach((part, index) => {
    writer.compare(wordsOf(part), wordsOf(boot[index] as Uint8Array));
  });
  return writer.finish(heapEnd);
}

/** Turns the boot image in `live` into the memory that the difference was taken from. */
export function applyDifference(live: Parts, { stretches, words }: Difference): void {
  const [low, heap] = [wordsOf(live[0]), wordsOf(live[1])];
  let at = 0;
  let next = 0;
  for (let index = 0; index < stretches.length; index += 2) {
    at += stretches[index] as number;
    const isLow = at < low.length;
    const target = isLow ? low : heap;
    const base = isLow ? at : at - low.length;
    const count = stretches[index + 1] as number;
    for (let i = 0; i < count; i++) target[base + i] = (target[base + i] as number) ^ (words[next + i] as number);
    at += count;
    next += count;
  }
}

/** Bytes that a difference takes in memory. */
export function differenceBytes({ stretches, words }: Difference): number {
  return stretches.byteLength + words.byteLength;
}

class DifferenceWriter {
  readonly #stretches: number[] = [];
  #words = new Int32Array(4096);
  #count = 0;
  /** Equal words since the last stretch. */
  #equal = 0;

  /** No stretch goes beyond the end of a part. */
  compare(now: Int32Array, then: Int32Array): void {
    let at = 0;
    while (at < now.length) {
      const start = firstUnequal(now, then, at);
      this.#equal += start - at;
      at = firstEqual(now, then, start);
      if (at > start) this.#add(now, then, start, at);
    }
  }

  #add(now: Int32Array, then: Int32Array, start: number, end: number): void {
    this.#reserve(end - start);
    for (let at = start; at < end; at++) this.#words[this.#count++] = (now[at] as number) ^ (then[at] ?? 0);
    this.#stretches.push(this.#equal, end - start);
    this.#equal = 0;
  }

  #reserve(count: number): void {
    if (this.#count + count <= this.#words.length) return;
    const larger = new Int32Array(Math.max(this.#count + count, this.#words.length * 2));
    larger.set(this.#words);
    this.#words = larger;
  }

  finish(heapEnd: number): Difference {
    return { stretches: Uint32Array.from(this.#stretches), words: this.#words.slice(0, this.#count), heapEnd };
  }
}

/** Nearly all words are equal: they are looked at by four, and never beyond the end of a list, which would make every look slow. */
function firstUnequal(now: Int32Array, then: Int32Array, from: number): number {
  const known = Math.min(now.length, then.length);
  let at = from;
  while (at + 4 <= known && differenceOfFour(now, then, at) === 0) at += 4;
  while (at < known && now[at] === then[at]) at++;
  if (at >= known) while (at < now.length && now[at] === 0) at++;
  return at;
}

function differenceOfFour(now: Int32Array, then: Int32Array, at: number): number {
  return (
    ((now[at] as number) ^ (then[at] as number)) |
    ((now[at + 1] as number) ^ (then[at + 1] as number)) |
    ((now[at + 2] as number) ^ (then[at + 2] as number)) |
    ((now[at + 3] as number) ^ (then[at + 3] as number))
  );
}

function firstEqual(now: Int32Array, then: Int32Array, from: number): number {
  const known = Math.min(now.length, then.length);
  let at = from;
  while (at < known && now[at] !== then[at]) at++;
  if (at >= known) while (at < now.length && now[at] !== 0) at++;
  return at;
}

/** Both parts of a memory begin and end at multiples of 4. */
function wordsOf(bytes: Uint8Array): Int32Array {
  return new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
}
