import type { Run } from '../../../runtime/index.ts';
import type { AttemptTrace, MoveTrace, Trace } from '../../world/index.ts';
import { inAttempt, type RareState } from './rare-state.ts';

/** Runs that are taken up elsewhere, or parked. */
export const moves: readonly RareState[] = [
  { name: 'a restore in another engine', reached: (trace) => moved(trace, ({ type }) => type === 'restore-elsewhere') },
  { name: 'a restore with a pending race', reached: (trace) => moved(trace, isInRace) },
  { name: 'a restore behind a hole', reached: (trace) => moved(trace, isBehindHole) },
  { name: 'a restored run that pauses', reached: (trace) => moved(trace, isRestore, 'interrupted') },
  {
    name: 'a swap-out while two calls are open',
    reached: (trace) => moved(trace, ({ type, open }) => type === 'swap-out' && open.length >= 2),
  },
  inAttempt('a move of a run that was resumed', ({ cause, moves = [] }) => cause === 'resume' && moves.length > 0),
  inAttempt('two moves of one attempt', ({ moves = [] }) => moves.length > 1),
];

function moved(
  { attempts }: Trace,
  holds: (move: MoveTrace, attempt: AttemptTrace) => boolean,
  status?: Run['status'],
): boolean {
  return attempts.some(
    (attempt) =>
      (status === undefined || attempt.run?.status === status) && attempt.moves?.some((move) => holds(move, attempt)),
  );
}

function isRestore({ type }: MoveTrace): boolean {
  return type !== 'swap-out';
}

/** Of the calls that were open, the script got one and ended without another. */
function isInRace(move: MoveTrace, { run, delivered }: AttemptTrace): boolean {
  const wasDelivered = (position: number) => delivered.includes(position);
  const isOver = run?.status === 'completed';
  return isRestore(move) && isOver && move.open.some(wasDelivered) && !move.open.every(wasDelivered);
}

/** A later call had been answered before one that was open. */
function isBehindHole(move: MoveTrace, { delivered }: AttemptTrace): boolean {
  const [first = Number.POSITIVE_INFINITY] = move.open;
  return isRestore(move) && delivered.slice(0, move.turn).some((position) => position > first);
}
