import type { Run } from '../../../runtime/index.ts';
import type { AttemptTrace, TurnTrace } from '../../world/index.ts';
import { inAttempt, inRun, inStep, isFailure, logOf, type RareState } from './rare-state.ts';

/** Calls: how many, in which order, and what becomes of those that nobody waits for. */
export const settling: readonly RareState[] = [
  {
    name: 'a failed action',
    reached: ({ executions }) => executions.some(({ behaviour }) => behaviour.type === 'fail'),
  },
  inAttempt('a failure that is replayed', (attempt) =>
    attempt.turns.some(({ cause }) => isReplay(cause) && isFailure(logOf(attempt)[cause.position])),
  ),
  inAttempt('three calls in flight', ({ turns }) => turns.some(({ positions }) => positions.to - positions.from >= 3)),
  inAttempt('outcomes in another order than calls', ({ delivered }) => isReordered(delivered)),
  inAttempt('outcomes replayed in another order than calls', ({ turns }) =>
    isReordered(turns.flatMap(({ cause }) => (isReplay(cause) ? [cause.position] : []))),
  ),
  inRun('outcomes recorded and not delivered', (run) => hasUndelivered(run)),
  inStep(
    'an outcome that was recorded after a pause, delivered by the next attempt',
    ({ run }, { turns }) => run !== undefined && hasUndelivered(run) && turns.filter(isReplayed).length > run.delivered,
  ),
  inRun('a call left in flight', ({ status, pending }) => status === 'completed' && pending.length > 0),
  inRun('a call made in the last turn', ({ status }, { turns }) => {
    const last = turns.at(-1);
    return status === 'completed' && last !== undefined && last.positions.to > last.positions.from && last.index > 0;
  }),
  inAttempt('a signal that fires while a call is in flight', ({ signalled = [] }) => signalled.length > 0),
  inAttempt('a late fulfilment, recorded', (attempt) => isLate(attempt, 'fulfilled')),
  inAttempt('a late rejection, not recorded', (attempt) => isLate(attempt, 'rejected')),
  inAttempt('a late question', (attempt) => isLate(attempt, 'interrupted')),
  inRun('a call of which nothing is ever heard', ({ pending }, { executions }) =>
    executions.some(
      ({ position, behaviour: { pace } }) => pace === 'never' && pending.some((call) => call.position === position),
    ),
  ),
  {
    name: 'holes punched into a finished log',
    reached: ({ punched }) => punched.length > 0,
  },
  {
    name: 'a hole that is executed before the rest of the log is replayed',
    reached: ({ punched }) => punched.some(({ turns }) => hasReplayBehindFresh(turns)),
  },
];

function isReplay(cause: TurnTrace['cause']): cause is Extract<TurnTrace['cause'], { type: 'delivery' }> {
  return cause.type === 'delivery' && cause.replayed;
}

function isReplayed({ cause }: TurnTrace): boolean {
  return isReplay(cause);
}

function isReordered(delivered: readonly number[]): boolean {
  return delivered.some((position, index) => position < (delivered[index - 1] ?? -1));
}

function hasUndelivered({ callLog, delivered }: Run): boolean {
  return callLog.filter((entry) => entry?.type === 'action').length > delivered;
}

function isLate({ late = [] }: AttemptTrace, how: string): boolean {
  return late.some(({ as }) => as === how);
}

function hasReplayBehindFresh(turns: readonly TurnTrace[]): boolean {
  const fresh = turns.findIndex(({ cause }) => cause.type === 'delivery' && !cause.replayed);
  return fresh >= 0 && turns.slice(fresh).some(({ cause }) => isReplay(cause));
}
