import type { CallLog } from '../../runtime/index.ts';
import type { Draw } from '../schedule/index.ts';
import type { Effort } from './oracle.ts';

const setsMax = { sampled: 1, thorough: 40 } as const;

/**
 * Sets of recorded positions to be made holes. Sampled: a few drawn ones. Thorough: every set there is where they are few, else every
 * single position, every suffix and drawn ones, up to a bound.
 */
export function holeSets(log: CallLog, effort: Effort, draw: Draw): number[][] {
  const recorded = log.flatMap((entry, position) => (entry === null ? [] : [position]));
  if (recorded.length === 0) return [];
  const drawn = () => drawnSet(recorded, draw);
  if (effort === 'sampled') return Array.from({ length: setsMax.sampled }, drawn);
  if (2 ** recorded.length - 1 <= setsMax.thorough) return subsets(recorded);
  const singles = recorded.map((position) => [position]);
  const suffixes = recorded.map((_, index) => recorded.slice(index)).filter((suffix) => suffix.length > 1);
  return [...singles, ...suffixes, ...Array.from({ length: 8 }, drawn)].slice(0, setsMax.thorough);
}

/** All but the empty one. */
function subsets(positions: readonly number[]): number[][] {
  const sets: number[][] = [[]];
  for (const position of positions) sets.push(...sets.map((set) => [...set, position]));
  return sets.slice(1);
}

/** One position, or each with an even chance; never none. */
function drawnSet(recorded: readonly number[], draw: Draw): number[] {
  const one = recorded[draw(recorded.length)] as number;
  if (draw(2) === 0) return [one];
  return recorded.filter((position) => position === one || draw(2) === 0);
}
