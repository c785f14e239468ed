import type { CallLog, Run } from '../../runtime/index.ts';
import type { AttemptTrace, MoveTrace, Trace } from '../world/index.ts';

/** A situation that a campaign should have been in, and how to recognise it. */
export interface RareState {
  readonly name: string;
  reached(trace: Trace): boolean;
}

export const rareStates: readonly RareState[] = [
  { name: 'a run that was resumed', reached: ({ attempts }) => attempts.some(({ cause }) => cause === 'resume') },
  { name: 'a resume of a resume of a resume', reached: ({ attempts }) => countOf(attempts, 'resume') >= 3 },
  { name: 'a crash', reached: ({ attempts }) => attempts.some(({ cause }) => cause === 'crash') },
  {
    name: 'a crash while a call was in flight that the journal knows of',
    reached: ({ attempts }) =>
      attempts.some(
        ({ cause, pending = [] }) => cause === 'crash' && pending.some(({ state }) => state === 'in-flight'),
      ),
  },
  { name: 'holes punched into a finished log', reached: ({ punched }) => punched.length > 0 },
  { name: 'two questions open at once', reached: (trace) => runsOf(trace).some((run) => questions(run) >= 2) },
  {
    name: 'a hole behind a recorded sibling',
    reached: (trace) => runsOf(trace).some(({ callLog }) => hasHoleBefore(callLog)),
  },
  { name: 'a rejection', reached: ({ attempts }) => attempts.some(hasRejection) },
  {
    name: 'a failed action',
    reached: ({ executions }) => executions.some(({ behaviour }) => behaviour.type === 'fail'),
  },
  { name: 'a call left in flight', reached: (trace) => runsOf(trace).some(hasCallLeft) },
  { name: 'outcomes recorded and not delivered', reached: (trace) => runsOf(trace).some(hasUndelivered) },
  { name: 'outcomes in another order than calls', reached: ({ attempts }) => attempts.some(isReordered) },
  {
    name: 'three calls in flight',
    reached: ({ attempts }) =>
      attempts.some(({ turns }) => turns.some(({ positions }) => positions.to - positions.from >= 3)),
  },
  { name: 'a clock read', reached: (trace) => reads(trace, 'now') },
  { name: 'a random read', reached: (trace) => reads(trace, 'random') },
  { name: 'a script that threw', reached: (trace) => runsOf(trace).some(({ status }) => status === 'failed') },
  { name: 'a pause that nobody ends', reached: ({ attempts }) => attempts.at(-1)?.run?.status === 'interrupted' },
  { name: 'a restore in another engine', reached: (trace) => moved(trace, ({ type }) => type === 'restore-elsewhere') },
  { name: 'a restore with a pending race', reached: (trace) => moved(trace, isInRace) },
  { name: 'a restore behind a hole', reached: (trace) => moved(trace, isBehindHole) },
  { name: 'a restored run that pauses', reached: (trace) => moved(trace, isRestore, 'interrupted') },
  {
    name: 'a swap-out while two calls are open',
    reached: (trace) => moved(trace, ({ type, open }) => type === 'swap-out' && open.length >= 2),
  },
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

function countOf(attempts: readonly AttemptTrace[], cause: AttemptTrace['cause']): number {
  return attempts.filter((attempt) => attempt.cause === cause).length;
}

function runsOf({ attempts }: Trace): Run[] {
  return attempts.flatMap(({ run }) => (run === undefined ? [] : [run]));
}

function questions(run: Run): number {
  return run.status === 'interrupted' ? run.interrupts.length : 0;
}

function hasHoleBefore(log: CallLog): boolean {
  const hole = log.indexOf(null);
  return hole >= 0 && log.slice(hole).some((entry) => entry !== null);
}

function hasRejection({ answers }: AttemptTrace): boolean {
  return Object.values(answers).some((answer) => 'reject' in answer);
}

function hasCallLeft({ status, pending }: Run): boolean {
  return status === 'completed' && pending.length > 0;
}

function hasUndelivered({ callLog, delivered }: Run): boolean {
  return callLog.filter((entry) => entry?.type === 'action').length > delivered;
}

function isReordered({ delivered }: AttemptTrace): boolean {
  return delivered.some((position, index) => position < (delivered[index - 1] ?? -1));
}

function reads(trace: Trace, type: 'now' | 'random'): boolean {
  return runsOf(trace).some(({ callLog }) => callLog.some((entry) => entry?.type === type));
}
