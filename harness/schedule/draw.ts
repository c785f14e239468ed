/** Draws an integer from 0 to `bound - 1`. */
export type Draw = (bound: number) => number;

/** A stream of integers that depends on nothing but its seed (mulberry32). Good for choosing, not for secrets. */
export function drawFrom(seed: number): Draw {
  let state = seed >>> 0;
  return (bound) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % bound;
  };
}

/** One seed out of two numbers. Neighbouring inputs give unrelated seeds. */
export function mixSeeds(left: number, right: number): number {
  let mixed = Math.imul(left ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(right + 0x165667b1, 0xc2b2ae35);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x7feb352d);
  return (mixed ^ (mixed >>> 15)) | 0;
}

/** A seed out of a text (FNV-1a). */
export function seedOfText(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash | 0;
}
