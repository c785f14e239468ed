/**
 * Cases run in rounds of a fixed size: in a round each depends on its number and on the pool as it was at the round's
 * start. The first rounds are short, so that little is invented without knowing anything; later ones are long, so that
 * threads seldom wait for each other.
 */
const sizes = [32, 32, 64, 64, 128, 128];
const sizeMax = 256;

/** How many cases the round has, counted from 0. */
export function roundSize(round: number): number {
  return sizes[round] ?? sizeMax;
}
