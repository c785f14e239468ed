import type { Scheduler } from '../index.ts';

/**
 * Settles chains of calls as a world does, without any guest: each chain has one call in flight at a time, of which the next one is made
 * when it settles, and `made` is told of each. Gives the order in which they settled: the chain's number, once per call.
 */
export function settleChains(
  lengths: readonly number[],
  scheduler: Scheduler,
  made: (position: number, chain: number) => void = () => {},
): number[] {
  const inFlight = new Map<number, number>();
  const make = (position: number, chain: number): void => {
    inFlight.set(position, chain);
    made(position, chain);
  };
  for (const chain of lengths.keys()) make(chain, chain);
  const left = [...lengths];
  const settled: number[] = [];
  let positions = lengths.length;
  while (inFlight.size > 0) {
    const candidates = [...inFlight.keys()].sort((a, b) => a - b);
    const position = candidates[scheduler.choose(candidates.length, candidates)] as number;
    const chain = inFlight.get(position) as number;
    inFlight.delete(position);
    settled.push(chain);
    left[chain] = (left[chain] as number) - 1;
    if (left[chain]) make(positions++, chain);
  }
  return settled;
}

/** When a chain's call settled, counted from 0 among all; `call` is counted from 0 in its chain. */
export function settledAt(order: readonly number[], chain: number, call: number): number {
  let seen = -1;
  return order.findIndex((one) => one === chain && ++seen === call);
}
