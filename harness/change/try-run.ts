import {
  type Attempt,
  CallLogMismatchError,
  type EngineLike,
  LinkError,
  RunMismatchError,
  sleepName,
} from '../../runtime/index.ts';
import type { InFlight } from './in-flight.ts';
import { type Mismatch, placed } from './mismatch.ts';
import { openAttempt } from './resumption.ts';
import type { Compiled } from './side.ts';

/** Goes on with a run under a script, executing nothing: where the two part, or `undefined` where the run goes on. */
export function tryRun(engine: EngineLike, compiled: Compiled, run: InFlight): Mismatch | undefined {
  const gone = actionGone(compiled, run);
  if (gone !== undefined) return gone;
  const script = compiled.for(run.header.actions);
  if (script instanceof LinkError) return unlinked(script);
  const attempt = openAttempt(engine, script, compiled.side, run);
  try {
    attempt.start();
    return undefined;
  } catch (error) {
    if (error instanceof CallLogMismatchError) return recordedMismatch(error);
    if (error instanceof RunMismatchError) return pendingMismatch(error, attempt, run);
    throw error;
  } finally {
    attempt.close();
  }
}

/** As the sandbox refuses a run that has called what it does not define. */
function actionGone({ side: { actions } }: Compiled, { callLog, pending }: InFlight): Mismatch | undefined {
  if (actions === undefined) return undefined;
  const isGone = (name: string): boolean => name !== sleepName && !actions.includes(name);
  const position = callLog.findIndex((entry) => entry?.type === 'action' && isGone(entry.name));
  const entry = callLog[position];
  const call = entry?.type === 'action' ? { ...entry, position } : pending.find(({ name }) => isGone(name));
  if (call === undefined) return undefined;
  const { name, input } = call;
  const message = `The run has called ${name}, and there is no such action any more.`;
  return { reason: 'action-gone', position: call.position, old: { kind: 'action', name, input }, message };
}

function unlinked({ missing, message }: LinkError): Mismatch {
  const [first] = missing;
  const called = first && ({ kind: 'action', name: first.name, location: first.location } as const);
  return { reason: 'link', ...(called && { new: called }), message };
}

function recordedMismatch(error: CallLogMismatchError): Mismatch {
  const { reason, position, recorded, observed, location, message } = error;
  return {
    reason,
    position,
    old: placed(recorded, undefined),
    ...(observed && { new: placed(observed, location) }),
    message,
  };
}

/** What was open is another call now, or none. The error says which of the pending calls it is in its path. */
function pendingMismatch({ path, message }: RunMismatchError, { session }: Attempt, run: InFlight): Mismatch {
  const call = run.pending[Number(/^\$\.pending\[(\d+)\]/.exec(path)?.[1])];
  if (call === undefined) return { reason: 'unreached', message };
  const { position, name, input } = call;
  const now = session.outstanding.find((other) => other.position === position);
  const observed = now ? ({ ...now, type: 'action' } as const) : (session.callLog[position] ?? undefined);
  return {
    reason: reasonOf(name, observed),
    position,
    old: { kind: 'action', name, input },
    ...(observed && { new: placed(observed, session.locate(position)) }),
    message,
  };
}

function reasonOf(name: string, observed: Parameters<typeof placed>[0] | undefined): Mismatch['reason'] {
  if (observed === undefined) return 'unreached';
  if (observed.type !== 'action') return 'kind';
  return observed.name === name ? 'input' : 'name';
}
