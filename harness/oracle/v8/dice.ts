import { worldRunId } from '../../world/index.ts';

/** The first 128 bits of XXH3 of the world's run id, as semantics seeds a run's generator: four words, the first first. */
const seedOfWorld = [0x20db315b, 0xf926df86, 0xafc3b562, 0x78c6744e] as const;

/** xoshiro128** 1.1 (Blackman and Vigna), of which two outputs make a number. `undefined`: the seed of that run is not known here. */
export function seededDice(runId: string | undefined): (() => number) | undefined {
  if (runId !== worldRunId) return undefined;
  const state = Uint32Array.from(seedOfWorld);
  return () => ((nextWord(state) >>> 5) * 2 ** 26 + (nextWord(state) >>> 6)) / 2 ** 53;
}

function nextWord(state: Uint32Array): number {
  const [a = 0, b = 0, c = 0, d = 0] = state;
  const shifted = b << 9;
  const [third, fourth] = [c ^ a, d ^ b];
  state.set([a ^ fourth, b ^ third, third ^ shifted, rotated(fourth, 11)]);
  return Math.imul(rotated(Math.imul(b, 5), 7), 9) >>> 0;
}

function rotated(word: number, by: number): number {
  return (word << by) | (word >>> (32 - by));
}
