import type { Pointer } from './binary.ts';
import { memoryLayout } from './imports.ts';

const collectorThresholdBytes = 4 * 2 ** 20;

/**
 * Lets the engine's cycle collector begin later. It starts at 256 KiB and goes through everything that is alive, again and again
 * while a run with many open calls grows.
 */
export function raiseCollectorThreshold(words: Int32Array, runtime: Pointer): void {
  const cell = (runtime + memoryLayout.collectorThresholdOffset) >> 2;
  if (words[cell] !== memoryLayout.collectorThresholdBytes)
    throw new Error('the runtime layout of the engine is not the pinned one');
  words[cell] = collectorThresholdBytes;
}
