import type { Run } from '../../runtime/index.ts';
import { type AttemptTrace, driveAttempt, sourcesOfAttempt, type TurnTrace } from '../world/index.ts';
import { compareEndings, compareTurnMemories, compareTurns, type Ending, thrownDivergence } from './comparison.ts';
import type { Oracle, OracleContext, Verdict } from './oracle.ts';

/** Clock and randomness of a replay: it must never read them, and what it would read is never right by accident. */
const replayAttempt = 500;

export const replayEqualsLive: Oracle = {
  name: 'replay-equals-live',
  promise: 'A replay gives the value, data, console, log and memory of the live run, at every turn.',
  check(context) {
    return attemptsAgree(context.trace.attempts) ?? lastReplays(context);
  },
};

/** What one attempt lived through, the next one replays: as far as both went, their turns are the same. */
function attemptsAgree(attempts: readonly AttemptTrace[]): Verdict {
  for (let index = 1; index < attempts.length; index++) {
    const [before, after] = [attempts[index - 1], attempts[index]];
    if (before === undefined || after === undefined || after.thrown !== undefined) continue;
    const [first, second] = [`attempt ${index - 1} shows`, `attempt ${index}, which replays it, shows`];
    const verdict =
      compareTurns(first, second, before.turns, after.turns) ??
      compareTurnMemories(first, second, before.turns, after.turns);
    if (verdict !== undefined) return { ...verdict, attempt: index };
  }
  return undefined;
}

function lastReplays(context: OracleContext): Verdict {
  const attempt = context.trace.attempts.at(-1);
  if (attempt?.run === undefined) return undefined;
  const replayed = replay(context, attempt.run, attempt.turns);
  if (replayed.thrown !== undefined) return thrownDivergence('Replaying the finished run', replayed.thrown);
  if (replayed.run === undefined) return { kind: 'no-run', message: 'Replaying the finished run gave no run.' };
  if (replayed.executions.length > 0) return executedInReplay(replayed);
  return compareEndings(
    'live it is',
    'replayed it is',
    endingOf(attempt, attempt.run),
    endingOf(replayed, replayed.run),
  );
}

function executedInReplay({ executions }: AttemptTrace): Verdict {
  const { name, position } = executions[0] as (typeof executions)[number];
  return { kind: 'executed', message: `A replay executed ${name} at position ${position}.`, position };
}

/** Replays a run as the product does: it delivers what the run delivered and executes nothing. */
function replay(context: OracleContext, run: Run, turns: readonly TurnTrace[]): AttemptTrace {
  context.ran();
  return driveAttempt(context.engine, context.base, {
    cause: 'resume',
    callLog: run.callLog,
    answers: {},
    pending: run.pending,
    deliverMax: run.delivered,
    sources: sourcesOfAttempt(replayAttempt),
    digests: turns.some(({ digest }) => digest !== undefined) ? 'every' : 'last',
    choose: (_inFlight, mayEnd) => (mayEnd ? 'grace-over' : 'nobody'),
    execute: (call) => ({ ...call, attempt: 0, execution: 0, behaviour: { type: 'respond', value: null } }),
  }).trace;
}

function endingOf({ turns, digest }: AttemptTrace, run: Run): Ending {
  const { status, data, console, callLog } = run;
  return {
    state: status,
    value: run.status === 'completed' ? run.value : undefined,
    error: run.status === 'failed' ? run.error : undefined,
    data,
    console,
    callLog,
    turns,
    digest,
  };
}
