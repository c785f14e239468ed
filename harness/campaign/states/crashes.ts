import type { AttemptTrace } from '../../world/index.ts';
import { inAttempt, inStep, type RareState, rarely } from './rare-state.ts';

/** Processes that die, and callers that give up. */
export const crashes: readonly RareState[] = [
  inAttempt('a crash', isCrash),
  inAttempt(
    'a crash while a call was in flight that the journal knows of',
    ({ cause, pending = [] }) => cause === 'crash' && pending.some(({ state }) => state === 'in-flight'),
  ),
  inAttempt('a crash of which nothing is left', ({ cause, callLog }) => cause === 'crash' && callLog.length === 0),
  inStep('a crash of a run that was resumed', (before, after) => before.cause === 'resume' && isCrash(after)),
  rarely(inStep('a crash of a run that had crashed', (before, after) => isCrash(before) && isCrash(after))),
  inAttempt(
    'a crash that an answer survives',
    (attempt) => isCrash(attempt) && Object.keys(attempt.answers).length > 0,
  ),
  inStep('an effect that happens twice', (before, after) => isCrash(after) && executedAgain(before, after)),
  inAttempt('a journal that loses its tail', ({ lost }) => lost !== undefined),
  inAttempt('a torn journal', ({ lost }) => (lost?.tornBytes ?? 0) > 0),
  inStep(
    'an outcome that is lost after the script saw it',
    (before, after) => before.lost !== undefined && before.delivered.some((position) => !after.callLog[position]),
  ),
  inAttempt('an abort', ({ run }) => run?.status === 'aborted'),
  inAttempt('an abort of a run that was resumed', ({ run, cause }) => run?.status === 'aborted' && cause === 'resume'),
  inAttempt(
    'an abort before a call has started',
    ({ run }) => run?.status === 'aborted' && run.pending.some(({ state }) => state === 'not-started'),
  ),
  inAttempt(
    'an abort of which the script hears nothing, for it has ended',
    ({ run, abort }) => abort !== undefined && (run?.status === 'completed' || run?.status === 'failed'),
  ),
  inStep('an abort while a question is open', (before) => before.run?.status === 'aborted' && hasQuestion(before)),
  inStep('a run that goes on after an abort', (before) => before.run?.status === 'aborted'),
  inAttempt('a run that waits for what never comes', ({ abort }) => abort?.why === 'hang'),
];

function isCrash({ cause }: AttemptTrace): boolean {
  return cause === 'crash';
}

function executedAgain(before: AttemptTrace, { executions }: AttemptTrace): boolean {
  return executions.some(({ position }) => before.executions.some((execution) => execution.position === position));
}

function hasQuestion({ run }: AttemptTrace): boolean {
  return run?.pending.some(({ state }) => state === 'interrupted') ?? false;
}
