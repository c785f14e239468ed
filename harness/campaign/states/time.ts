import type { Run } from '../../../runtime/index.ts';
import type { AttemptTrace } from '../../world/index.ts';
import { inAttempt, inRun, inStep, type RareState, rarely } from './rare-state.ts';

/** Clocks, sleeps and chance. */
export const time: readonly RareState[] = [
  inRun('a clock read', (run) => reads(run, 'now').length > 0),
  inRun('a random read', (run) => reads(run, 'random').length > 0),
  inRun('outcomes that carry event time', ({ callLog }) =>
    callLog.some((entry) => entry?.type === 'action' && entry.at !== undefined),
  ),
  inRun('a run that sleeps', ({ pending }) => pending.some(({ state }) => state === 'sleeping')),
  inAttempt('a sleep that is over in another attempt', (attempt) => sleepsOver(attempt).length > 0),
  inAttempt('two sleeps that are over at once', (attempt) => sleepsOver(attempt).length > 1),
  inAttempt(
    'an answer that comes as a sleep ends',
    (attempt) => sleepsOver(attempt).length > 0 && Object.keys(attempt.answers).length > 0,
  ),
  rarely(
    inAttempt('an answer that comes before a sleep ends', (attempt) => {
      const sleeps = (attempt.pending ?? []).some(({ state }) => state === 'sleeping');
      return sleeps && sleepsOver(attempt).length === 0 && Object.keys(attempt.answers).length > 0;
    }),
  ),
  inAttempt('a clock that is set back under way', ({ jumps = [] }) => jumps.some(({ ms }) => ms < 0)),
  inAttempt('a clock that is set forward under way', ({ jumps = [] }) => jumps.some(({ ms }) => ms > 0)),
  inStep('an attempt that begins before the one before it', (before, after) => beginsAt(after) < beginsAt(before)),
];

function reads({ callLog }: Run, type: 'now' | 'random'): number[] {
  return callLog.flatMap((entry) => (entry?.type === type ? [entry.response] : []));
}

/** Those that were pending when it began, and over. */
function sleepsOver({ pending = [], resumedAt = 0 }: AttemptTrace): readonly unknown[] {
  return pending.filter(({ state, until = Number.POSITIVE_INFINITY }) => state === 'sleeping' && until <= resumedAt);
}

/** The first attempt does not say. */
function beginsAt({ resumedAt = 0 }: AttemptTrace): number {
  return resumedAt;
}
