import type { CallLog, CallLogEntry, Outcome } from '../log/entry.ts';
import type { Call } from '../session/types.ts';

/** Records in a log how a call settled after its session was over: behind everything else. */
export function recordLate(callLog: CallLog, call: Call, outcome: Outcome): CallLogEntry {
  const { position, name, input } = call;
  const entry: CallLogEntry = { type: 'action', name, input, ...outcome, order: orderAfter(callLog) };
  while (callLog.length < position) callLog.push(null);
  callLog[position] = entry;
  return entry;
}

function orderAfter(callLog: CallLog): number {
  let last = -1;
  for (const entry of callLog) {
    if (entry?.type === 'action' && entry.order !== undefined) last = Math.max(last, entry.order);
  }
  return last + 1;
}
