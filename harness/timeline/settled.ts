import { type CallLogEntry, sleepName } from '../../runtime/index.ts';
import type { Behaviour } from '../case/index.ts';
import type { AttemptTrace } from '../world/index.ts';
import type { Settled } from './timeline.ts';

/** How the call at a position settled in an attempt: by what was executed there, else by what is recorded. */
export function settledAt(position: number, attempt: AttemptTrace): Settled {
  const execution = attempt.executions.findLast((each) => each.position === position);
  if (execution !== undefined) return ofBehaviour(execution.behaviour);
  const entry = attempt.callLog[position] ?? attempt.run?.callLog[position];
  return entry ? ofEntry(entry) : 'unknown';
}

function ofBehaviour(behaviour: Behaviour): Settled {
  switch (behaviour.type) {
    case 'respond':
      return { response: behaviour.value, kind: 'action', ...(behaviour.lie !== undefined && { lie: behaviour.lie }) };
    case 'fail':
      return { error: behaviour.failure, ...(behaviour.simulated && { simulated: true }) };
    case 'interrupt':
      return { payload: behaviour.payload };
  }
}

function ofEntry(entry: CallLogEntry): Settled {
  if (entry.type !== 'action') return { response: entry.response, kind: entry.type };
  if ('error' in entry) return { error: entry.error };
  return { response: entry.response, kind: entry.name === sleepName ? 'sleep' : 'action' };
}
