import { memoryLayout } from './imports.ts';

/**
 * A guest's live memory: the static data below the shadow stack, and the heap above it. The stack between them is dead at
 * quiescence and belongs to no image. Bytes beyond the end of the heap are zero, always.
 */
export interface Image {
  readonly low: Uint8Array;
  readonly heap: Uint8Array;
}

/** Where the parts of a memory lie. */
export interface Bounds {
  /** End of the static data. */
  readonly lowEnd: number;
  /** Base of the stack, which grows down from here, and start of the heap. */
  readonly heapStart: number;
}

export function boundsFrom(stackBase: number): Bounds {
  return { lowEnd: stackBase - memoryLayout.stackBytes, heapStart: stackBase };
}

/** The address at which the heap ends now. */
export function heapEnd(bytes: Uint8Array): number {
  return new DataView(bytes.buffer).getUint32(memoryLayout.heapEndAddress, true);
}

/** Copies the live memory out. */
export function capture(bytes: Uint8Array, bounds: Bounds): Image {
  return {
    low: bytes.slice(0, bounds.lowEnd),
    heap: bytes.slice(bounds.heapStart, heapEnd(bytes)),
  };
}

/**
 * A place for one image at a time, which is not made anew for every one: pages that the host's system has to find cost several
 * times the copy.
 */
export class ImageShelf {
  static readonly #keepMax = 4 * 2 ** 20;
  #bytes = new Uint8Array(0);

  /** Copies the live memory out. Valid until the next one is put here. */
  put(bytes: Uint8Array, bounds: Bounds): Image {
    const [low, heap] = liveParts(bytes, bounds);
    const byteLength = low.length + heap.length;
    if (byteLength > ImageShelf.#keepMax) return capture(bytes, bounds);
    if (byteLength > this.#bytes.length) this.#bytes = new Uint8Array(byteLength * 2);
    this.#bytes.set(low);
    this.#bytes.set(heap, low.length);
    return { low: this.#bytes.subarray(0, low.length), heap: this.#bytes.subarray(low.length, byteLength) };
  }
}

/** Puts an image back and clears what had been used beyond it. Costs a copy of the image. */
export function restore(bytes: Uint8Array, bounds: Bounds, image: Image): void {
  const usedEnd = heapEnd(bytes);
  bytes.set(image.low, 0);
  bytes.set(image.heap, bounds.heapStart);
  const imageEnd = bounds.heapStart + image.heap.length;
  if (usedEnd > imageEnd) bytes.fill(0, imageEnd, usedEnd);
}

/** The live memory as two views, without a copy. Valid until the guest runs again. */
export function liveParts(bytes: Uint8Array, bounds: Bounds): [low: Uint8Array, heap: Uint8Array] {
  return [bytes.subarray(0, bounds.lowEnd), bytes.subarray(bounds.heapStart, heapEnd(bytes))];
}
