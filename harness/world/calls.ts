import type { Call, CallLog } from '../../runtime/index.ts';
import type { CallTrace } from './trace.ts';

/**
 * What was asked at each position, in their order: by the log where it is recorded, else by whoever executed it or
 * has it pending. A position of which nothing is known (a reservation lost in a crash) is left out.
 */
export function callsOf(log: CallLog, others: readonly Call[]): readonly CallTrace[] {
  const calls = new Map<number, CallTrace>();
  for (const { position, name, input } of others) calls.set(position, { position, kind: 'action', name, input });
  for (const [position, entry] of log.entries()) {
    if (entry === null) continue;
    if (entry.type === 'action')
      calls.set(position, { position, kind: 'action', name: entry.name, input: entry.input });
    else calls.set(position, { position, kind: entry.type });
  }
  return [...calls.values()].sort((a, b) => a.position - b.position);
}
