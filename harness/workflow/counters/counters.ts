import type { Session } from '../../../runtime/index.ts';
import { type Instrumented, marks } from './instrument.ts';

/** A whole number in the engine's memory: the number, and a word that says what it is. */
const wordsEach = 2;
const isWholeNumber = 0;
/** More is not told apart. */
export const hitsMax = 255;

/**
 * Reads the counters of a script's runs out of the guest's memory. The array is made when the script is evaluated, before
 * anything differs between two runs, and it is reached from the script's own scope for good: it lies at the same address in
 * every run, which is found once and checked each time.
 */
export class CounterReader {
  readonly #instrumented: Instrumented;
  #at: number | undefined;

  constructor(instrumented: Instrumented) {
    this.#instrumented = instrumented;
  }

  /** How often each place was reached since the script began; 255 stands for that and more. `undefined`: it cannot be told. */
  read(session: Pick<Session, 'memory' | 'state'>): Uint8Array | undefined {
    if (session.state === 'new' || session.state === 'closed') return undefined;
    const [, heap] = session.memory();
    const words = new Int32Array(heap.buffer);
    if (this.#at === undefined || !isMarked(words, this.#at)) this.#at = found(words, heap);
    return this.#at === undefined ? undefined : this.#hitsAt(words, this.#at);
  }

  #hitsAt(words: Int32Array, at: number): Uint8Array {
    const { places } = this.#instrumented;
    const hits = new Uint8Array(places.length);
    for (const [index, { counters }] of places.entries()) {
      let sum = 0;
      for (const counter of counters) sum += countAt(words, at + counter * wordsEach);
      hits[index] = Math.min(hitsMax, sum);
    }
    return hits;
  }
}

/** Beyond what a whole number holds, it is another kind of number. */
function countAt(words: Int32Array, at: number): number {
  return words[at + 1] === isWholeNumber ? (words[at] as number) : hitsMax;
}

function isMarked(words: Int32Array, at: number): boolean {
  const [first, second] = marks;
  const isFirst = words[at] === first && words[at + 1] === isWholeNumber;
  return isFirst && words[at + wordsEach] === second && words[at + wordsEach + 1] === isWholeNumber;
}

function found(words: Int32Array, { byteOffset, byteLength }: Uint8Array): number | undefined {
  const end = (byteOffset + byteLength) >> 2;
  for (let at = byteOffset >> 2; at < end; at++) if (isMarked(words, at)) return at;
  return undefined;
}
