import type { CallLog, Run } from '../../runtime/index.ts';
import { type AttemptTrace, settleOrder } from '../world/index.ts';

/** A log that has an outcome before the script has asked for it. */
export interface UntimelyLog {
  readonly log: CallLog;
  /** Whose outcome it is: the mismatch is reported there, with the reason `order`. */
  readonly position: number;
}

/**
 * Every exchange of two outcomes' orders that brings one of them before the turn in which its call is made. Up to there the log is as
 * it was, so that the script gets there, waits, and what is due next has not been asked for.
 */
export function untimelyLogs({ turns }: AttemptTrace, { callLog, delivered }: Run): UntimelyLog[] {
  const order = settleOrder(callLog).slice(0, delivered);
  return order.flatMap((early, rank) => {
    const reserved = turns[rank]?.positions.to ?? Number.POSITIVE_INFINITY;
    const untimely = order.slice(rank + 1).filter((position) => position >= reserved);
    return untimely.map((position) => ({ log: exchanged(callLog, early, position), position }));
  });
}

function exchanged(log: CallLog, a: number, b: number): CallLog {
  return log.map((entry, position) => {
    const other = position === a ? log[b] : position === b ? log[a] : undefined;
    return entry?.type === 'action' && other?.type === 'action' && other.order !== undefined
      ? { ...entry, order: other.order }
      : entry;
  });
}
