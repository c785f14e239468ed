import { type CallLog, type PendingCall, type Run, sleepUntil } from '../../runtime/index.ts';
import type { Trial } from '../workflow/index.ts';
import type { AttemptTrace, TurnTrace } from '../world/index.ts';
import type { InFlight } from './in-flight.ts';

/**
 * Every state in which the run of a trial is in flight: paused, wherever an attempt ended in a pause; and cut off, after
 * each turn that was new in its attempt, as a process that is replaced there leaves it.
 */
export function cutsOf({ trace }: Trial, number: number): InFlight[] {
  const { attempts } = trace;
  const model = attempts.findLast(({ run }) => run !== undefined)?.run;
  if (model === undefined) return [];
  return attempts.flatMap((attempt, index) => {
    const log = attempt.run?.callLog ?? attempts[index + 1]?.callLog;
    if (log === undefined) return [];
    const fresh = attempt.turns.filter((turn) => isInFlight(turn) && isFresh(turn));
    const cut = fresh.map((turn) => cutAfter(turn, attempt, log));
    return [...pauseOf(attempt), ...cut].map((state) => ({ ...originOf(model), ...state, from: { made: number } }));
  });
}

type State = Pick<InFlight, 'callLog' | 'pending' | 'stands'>;

function pauseOf({ run }: AttemptTrace): State[] {
  if (run?.status !== 'interrupted') return [];
  return [{ callLog: run.callLog, pending: run.pending, stands: 'paused' }];
}

function isFresh({ cause }: TurnTrace): boolean {
  return cause.type === 'start' || !cause.replayed;
}

function isInFlight({ state }: TurnTrace): boolean {
  return state === 'waiting';
}

/** What was recorded by the end of the turn, and what was asked by then and not answered. */
function cutAfter({ cause, positions }: TurnTrace, { calls }: AttemptTrace, log: CallLog): State {
  const last = cause.type === 'start' ? -1 : cause.order;
  const callLog = log
    .slice(0, positions.to)
    .map((entry) => (entry?.type === 'action' && (entry.order ?? 0) > last ? null : entry));
  const pending = calls.flatMap((call): PendingCall[] => {
    const { position } = call;
    if (call.kind !== 'action' || position >= positions.to || callLog[position]) return [];
    const until = sleepUntil(call);
    const common = { position, name: call.name, input: call.input };
    return [until === undefined ? { ...common, state: 'in-flight' } : { ...common, state: 'sleeping', until }];
  });
  return { callLog, pending, stands: 'running' };
}

function originOf({
  header,
  runId,
  startedAt,
  input,
  initialData,
  source,
  file,
}: Run): Omit<InFlight, keyof State | 'from'> {
  return { header, runId, startedAt, input, initialData, source, ...(file !== undefined && { file }) };
}
