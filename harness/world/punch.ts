import type { CallLog, EngineLike, ExecutableCall, Run } from '../../runtime/index.ts';
import type { Behaviour } from '../case/index.ts';
import type { AttemptBase, AttemptPlan, Driven } from './attempt-plan.ts';
import { driveAttempt } from './drive.ts';
import type { MemoryTurns } from './memory.ts';
import { settleOrder } from './settle-order.ts';
import { sourcesOfLog } from './sources.ts';
import type { Execution } from './trace.ts';

/** The log with these positions made holes. Positions beyond its end do nothing. */
export function punch(log: CallLog, positions: readonly number[]): CallLog {
  const holes = new Set(positions);
  return log.map((entry, position) => (holes.has(position) ? null : entry));
}

/**
 * Runs a finished run's log again with holes in it. Each hole is executed and has the outcome it had; they settle in
 * the order, among themselves, in which they had settled. The end is then the run's, to the byte.
 */
export function punchedRun(
  engine: EngineLike,
  base: AttemptBase,
  run: Run,
  positions: readonly number[],
  memory: MemoryTurns,
): Driven {
  return continuedRun(
    engine,
    base,
    run,
    { cause: 'punch', callLog: punch(run.callLog, positions), answers: {} },
    memory,
  );
}

/** What a run goes on from. */
export type Continuation = Pick<AttemptPlan, 'cause' | 'callLog' | 'answers' | 'pending' | 'resumedAt'>;

/** Goes on from an earlier state of a finished run, and has the world do again what it did then. The end is the run's, to the byte. */
export function continuedRun(
  engine: EngineLike,
  base: AttemptBase,
  run: Run,
  from: Continuation,
  memory: MemoryTurns,
): Driven {
  const { callLog } = from;
  const due = settleOrder(run.callLog).filter((position) => !callLog[position] && !isDecided(from, position));
  return driveAttempt(engine, base, {
    ...from,
    sources: sourcesOfLog(run.callLog, callLog),
    stampAt: (position) => {
      const entry = run.callLog[position];
      return entry?.type === 'action' ? entry.at : undefined;
    },
    sleepsAsChosen: true,
    digests: 'never',
    memory,
    choose: (inFlight, mayEnd) => {
      const next = due.shift();
      if (next !== undefined && inFlight.includes(next)) return next;
      return mayEnd ? 'grace-over' : 'nobody';
    },
    execute: (call) => repeatedExecution(call, run.callLog),
  });
}

/** Whether the call there settles before there is anything to choose. */
function isDecided({ answers, pending = [], resumedAt = 0 }: Continuation, position: number): boolean {
  const answer = answers[position];
  if (answer !== undefined && 'reject' in answer) return true;
  return pending.some(
    (call) => call.position === position && call.state === 'sleeping' && Number(call.until) <= resumedAt,
  );
}

/** An execution that has the outcome which a log has. */
export function repeatedExecution(call: ExecutableCall, log: CallLog): Execution {
  return { attempt: 0, ...call, execution: 0, behaviour: recordedBehaviour(log, call.position) };
}

function recordedBehaviour(log: CallLog, position: number): Behaviour {
  const entry = log[position];
  if (entry?.type !== 'action') return { type: 'respond', value: null };
  return 'error' in entry ? { type: 'fail', failure: entry.error } : { type: 'respond', value: entry.response };
}
