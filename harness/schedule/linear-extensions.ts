/**
 * In how many orders `count` events can happen, if each needs others to have happened before: `needs[i]` has their numbers. It adds up,
 * over the sets of events that can have happened, in how many ways each can come about. Exact up to 2^53.
 */
export function linearExtensions(needs: readonly ReadonlySet<number>[]): number {
  let ways = new Map<bigint, number>([[0n, 1]]);
  for (let happened = 0; happened < needs.length; happened++) {
    const next = new Map<bigint, number>();
    for (const [set, count] of ways) {
      for (const event of possibleAfter(set, needs)) {
        const after = set | (1n << BigInt(event));
        next.set(after, (next.get(after) ?? 0) + count);
      }
    }
    ways = next;
  }
  return [...ways.values()].reduce((sum, count) => sum + count, 0);
}

function possibleAfter(set: bigint, needs: readonly ReadonlySet<number>[]): number[] {
  const has = (event: number): boolean => ((set >> BigInt(event)) & 1n) === 1n;
  return needs.flatMap((before, event) => (!has(event) && [...before].every(has) ? [event] : []));
}
