import type { CallLog, CallLogEntry, MismatchReason, Run } from '../../runtime/index.ts';
import { type AttemptTrace, type CallTrace, callsOf, type Followed, settleOrder } from '../world/index.ts';
import { sameJson, sameText } from './comparison.ts';

/** Codes of the errors that say: the script does not follow its record. */
export const mismatchCodes: readonly string[] = ['CALL_LOG_MISMATCH', 'RUN_MISMATCH'];

/** The mismatch that the guard owes us. */
export interface ExpectedMismatch {
  readonly position: number;
  readonly reason: MismatchReason;
}

/** How what a script asks at a position differs from what a log has there, in the order in which the guard looks. */
export function mismatchReason(recorded: CallLogEntry, observed: CallTrace): MismatchReason | undefined {
  if (recorded.type !== observed.kind) return 'kind';
  if (recorded.type !== 'action' || observed.kind !== 'action') return undefined;
  if (recorded.name !== observed.name) return 'name';
  return sameJson(recorded.input, observed.input) ? undefined : 'input';
}

/**
 * What replaying a run's script against a tampered log must end in. Only the first entry that was tampered with counts:
 * what comes before it is as it was, so the script gets there. Where that entry differs in nothing that the guard looks
 * at (in its outcome or order alone, or by being a hole), nothing is promised: `undefined`.
 */
export function expectedMismatch(attempt: AttemptTrace, run: Run, tampered: CallLog): ExpectedMismatch | undefined {
  const position = tampered.findIndex((entry, at) => !sameText(entry, run.callLog[at] ?? null));
  const recorded = tampered[position];
  if (!recorded) return undefined;
  const observed = attempt.calls.find((call) => call.position === position);
  const reason = observed === undefined ? reasonBeyondEnd(recorded, run) : mismatchReason(recorded, observed);
  return reason && { position, reason };
}

/**
 * An entry that the script never got to: unreached if it ends, not deliverable if it waits. A script that was stopped
 * with outcomes still undelivered goes on when they are replayed, and nobody knows yet where to.
 */
function reasonBeyondEnd(recorded: CallLogEntry, run: Run): MismatchReason | undefined {
  if (endsByItself(run)) return 'unreached';
  const waits =
    hasSeenAll(run) && (run.status === 'interrupted' || (run.status === 'failed' && run.error.code === 'STUCK'));
  return waits && recorded.type === 'action' ? 'order' : undefined;
}

function hasSeenAll({ callLog, delivered }: Run): boolean {
  return settleOrder(callLog).length === delivered;
}

/** Whether the script completed or threw, rather than being stopped. */
function endsByItself(run: Run): boolean {
  return run.status === 'completed' || (run.status === 'failed' && !isStopped(run.error.code));
}

export function isStopped(code: string | undefined): boolean {
  return code === 'STUCK' || (code?.startsWith('LIMIT_') ?? false);
}

/**
 * Where an execution that had the log's outcomes but not its guard first asks for something else, ends without having
 * asked, or waits for something else. `undefined`: it follows the log.
 */
export function firstDeparture(log: CallLog, alone: Followed): ExpectedMismatch | undefined {
  const calls = new Map(callsOf(alone.callLog, alone.calls).map((call) => [call.position, call]));
  for (const [position, recorded] of log.entries()) {
    const observed = calls.get(position);
    const reason = recorded && observed && mismatchReason(recorded, observed);
    if (reason) return { position, reason };
  }
  if (alone.lost !== undefined) return { position: alone.lost, reason: 'order' };
  const unreached = log.findIndex((entry, position) => entry !== null && !calls.has(position));
  return alone.state === 'waiting' || unreached < 0 ? undefined : { position: unreached, reason: 'unreached' };
}
