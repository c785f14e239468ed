import type { Pointer } from './binary.ts';
import { type Difference, differenceBytes } from './difference.ts';

/** What decides how a guest looks once a script is evaluated and nothing of it has run. */
export interface StartKey {
  readonly code: string;
  readonly actionsText: string;
  readonly stackBytes: number;
}

/** A guest at that moment, as what differs from the boot image. */
export interface StartImage {
  readonly key: StartKey;
  readonly main: Pointer;
  readonly ticks: number;
  readonly difference: Difference;
}

const imagesMax = 256;
const bytesMax = 32 * 2 ** 20;

/**
 * Remembers how a guest looked when a script had been evaluated, so that the next run of that script need not evaluate it:
 * the memory is the same to the byte, whichever way it came about. An image is taken when a script starts for the second time,
 * so that scripts which run once cost nothing; or at once, for hosts that run nearly every script more than once.
 */
export class StartImages {
  /** By code, oldest first; `undefined` for a script that has been seen once. */
  readonly #images = new Map<string, StartImage | undefined>();
  readonly #atOnce: boolean;
  #bytes = 0;

  constructor(atOnce = false) {
    this.#atOnce = atOnce;
  }

  find(key: StartKey): StartImage | undefined {
    const image = this.#images.get(key.code);
    if (image === undefined || !sameKey(image.key, key)) return undefined;
    this.#put(key.code, image);
    return image;
  }

  /** A script has been evaluated in a guest that was reset before. `take` makes its image, if one is wanted. */
  evaluated(key: StartKey, take: () => StartImage): void {
    this.#put(key.code, this.#atOnce || this.#images.has(key.code) ? take() : undefined);
    for (const code of this.#images.keys()) {
      if (this.#images.size <= imagesMax && this.#bytes <= bytesMax) break;
      this.#drop(code);
    }
  }

  /** As the newest. */
  #put(code: string, image: StartImage | undefined): void {
    this.#drop(code);
    this.#images.set(code, image);
    this.#bytes += sizeOf(code, image);
  }

  #drop(code: string): void {
    if (!this.#images.has(code)) return;
    this.#bytes -= sizeOf(code, this.#images.get(code));
    this.#images.delete(code);
  }
}

function sizeOf(code: string, image: StartImage | undefined): number {
  return code.length + (image === undefined ? 0 : differenceBytes(image.difference));
}

function sameKey(left: StartKey, right: StartKey): boolean {
  return left.actionsText === right.actionsText && left.stackBytes === right.stackBytes && left.code === right.code;
}
