import type { Run } from '../../runtime/index.ts';
import type { AttemptTrace } from '../world/index.ts';
import { addCall, type LogMutation, logMutations, otherRead, turnList } from './log-mutation.ts';
import type { OracleContext } from './oracle.ts';
import { withListTurned } from './other-json.ts';
import { spread } from './probe.ts';

/** A thorough look tampers in each way at so many places. */
const placesMax = 16;

/** How many other inputs, names and kinds there are at a place to choose from. A thorough look tries the first few. */
const variants = { sampled: 2 ** 16, thorough: 3 } as const;

/** One in so many is made where there is least chance to meet it, with so many tries; of those that read the clock, so many are made there, and
 * so many behind the log of a run that did not complete. */
const rare = { oneIn: 2, tries: 6, readsOneIn: 4, endsOneIn: 4 } as const;

/**
 * Sampled: anywhere, or where it counts and is rare: in a list, at a read, in reaction to a failure, and behind the log of a run that
 * waits. Thorough: in every way, or the one that is asked for, everywhere, up to a bound.
 */
export function chosenMutations(context: OracleContext, attempt: AttemptTrace, run: Run): PlacedMutation[] {
  const positions = Array.from({ length: run.callLog.length + 1 }, (_, position) => position);
  return context.effort === 'thorough'
    ? allMutations(context, positions)
    : sampledMutations(context, attempt, run, positions);
}

function allMutations({ probe }: OracleContext, positions: readonly number[]): PlacedMutation[] {
  const ways = logMutations.filter(({ name }) => probe === undefined || name === probe.of);
  return ways.flatMap((mutation) => {
    const count = mutation.hasVariants ? variants.thorough : 1;
    const tried = [...new Set([...(probe?.at === undefined ? [] : [probe.at]), ...spread(count, count)])];
    const all = positions.flatMap((position) => tried.map((variant) => ({ mutation, position, variant })));
    return spread(all.length, placesMax).map((index) => all[index] as PlacedMutation);
  });
}

function sampledMutations(
  { draw }: OracleContext,
  attempt: AttemptTrace,
  run: Run,
  positions: readonly number[],
): PlacedMutation[] {
  const placed = (mutation: LogMutation, among: readonly number[]): PlacedMutation => {
    const position = among[draw(among.length)] as number;
    return { mutation, position, variant: draw(variants.sampled) };
  };
  if (run.status !== 'completed' && draw(rare.endsOneIn) === 0) return [placed(addCall, [run.callLog.length])];
  const lists = draw(rare.oneIn) === 0 ? positions.filter(hasList(run)) : [];
  if (lists.length > 0) return [placed(turnList, lists)];
  const reads = draw(rare.readsOneIn) === 0 ? positions.filter(hasRead(run)) : [];
  if (reads.length > 0) return [placed(otherRead, reads)];
  const isRare = (position: number) =>
    position === run.callLog.length ? run.status !== 'completed' : reactsToFailure(attempt, run, position);
  const among = draw(rare.oneIn) === 0 ? positions.filter(isRare) : [];
  const [places, tries] = among.length > 0 ? [among, rare.tries] : [positions, 1];
  return Array.from({ length: tries }, () => placed(logMutations[draw(logMutations.length)] as LogMutation, places));
}

/** Whether the input there has a list that can be turned. */
function hasList({ callLog }: Run): (position: number) => boolean {
  return (position) => {
    const entry = callLog[position];
    return entry?.type === 'action' && withListTurned(entry.input) !== undefined;
  };
}

function hasRead({ callLog }: Run): (position: number) => boolean {
  return (position) => callLog[position]?.type === 'now' || callLog[position]?.type === 'random';
}

/** A way to change a log, and where. */
export interface PlacedMutation {
  readonly mutation: LogMutation;
  readonly position: number;
  /** Which of the other inputs, names or kinds that could be there. */
  readonly variant: number;
}

/** Whether the script made the call there in the turn in which it got to know of a failure. */
export function reactsToFailure({ turns }: AttemptTrace, { callLog }: Run, position: number): boolean {
  const turn = turns.find(({ positions }) => positions.from <= position && position < positions.to);
  const cause = turn?.cause.type === 'delivery' ? callLog[turn.cause.position] : undefined;
  return cause?.type === 'action' && 'error' in cause;
}
