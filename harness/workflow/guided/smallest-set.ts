import type { Candidate } from './pool.ts';
import type { Reached } from './reached.ts';

/**
 * Few candidates that together reach what all of them do: again and again the one that reaches most of what is left, which
 * is at most a logarithm away from the fewest possible (Chvátal 1979). Of equals the earlier one.
 */
export function smallestSet(candidates: readonly Candidate[]): Candidate[] {
  const left = new Set<Reached>(candidates.flatMap(({ reached }) => reached));
  const chosen: Candidate[] = [];
  while (left.size > 0) {
    const best = candidates.reduce((a, b) => (newIn(b, left) > newIn(a, left) ? b : a));
    for (const one of best.reached) left.delete(one);
    chosen.push(best);
  }
  return chosen;
}

function newIn({ reached }: Candidate, left: ReadonlySet<Reached>): number {
  return reached.filter((one) => left.has(one)).length;
}
