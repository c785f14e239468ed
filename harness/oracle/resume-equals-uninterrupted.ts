import type { Run } from '../../runtime/index.ts';
import { type AttemptTrace, type Followed, follow } from '../world/index.ts';
import { compareEndings, type Ending, thrownDivergence } from './comparison.ts';
import type { Oracle, Verdict } from './oracle.ts';
import { isSampled } from './sampling.ts';

/** How a session's end is called in a run. */
const stateOfStatus: Record<Run['status'], string> = {
  completed: 'completed',
  failed: 'failed',
  interrupted: 'waiting',
  aborted: 'waiting',
};

export const resumeEqualsUninterrupted: Oracle = {
  name: 'resume-equals-uninterrupted',
  promise:
    'A run that was paused, answered, crashed and resumed ends as one that was never interrupted and whose calls settled in the same order.',
  check(context) {
    const { trace, engine, base, ran } = context;
    const attempt = trace.attempts.at(-1);
    if (attempt?.run === undefined) return undefined;
    if (trace.attempts.length === 1 && !isSampled(context, 'uninterrupted')) return undefined;
    ran();
    const digests = attempt.turns.some(({ digest }) => digest !== undefined) ? 'every' : 'last';
    const { callLog, delivered } = attempt.run;
    const uninterrupted = follow(engine, base, { callLog: [], reference: callLog, delivered, digests });
    return judge(attempt, attempt.run, uninterrupted);
  },
};

function judge(attempt: AttemptTrace, run: Run, uninterrupted: Followed): Verdict {
  if (uninterrupted.thrown !== undefined) return thrownDivergence('The uninterrupted execution', uninterrupted.thrown);
  if (uninterrupted.lost !== undefined) return lost(uninterrupted.lost);
  return compareEndings('the resumed run has', 'the uninterrupted one has', endingOfRun(attempt, run), uninterrupted);
}

function lost(position: number): Verdict {
  const message = `In the uninterrupted execution the call at position ${position} is not outstanding when its turn comes to settle.`;
  return { kind: 'lost', message, position };
}

function endingOfRun({ turns, digest }: AttemptTrace, run: Run): Ending {
  return {
    state: run.status === 'failed' && run.error.code === 'STUCK' ? 'failed' : stateOfStatus[run.status],
    value: run.status === 'completed' ? run.value : undefined,
    error: run.status === 'failed' ? run.error : undefined,
    data: run.data,
    console: run.console,
    callLog: run.callLog,
    turns,
    digest,
  };
}
