import type { CallLog, Run } from '../../runtime/index.ts';
import { type AttemptTrace, settleOrder } from '../world/index.ts';

/** A log that has an outcome before the script has asked for it. */
export interface UntimelyLog {
  readonly log: CallLog;
  /** Whose outcome it is: the mismatch is reported there, with the reason `order`. */
  readonly position: number;
}

/** So many logs, of which each is made when it is asked for: of a run of thousands of calls there are millions. */
export interface UntimelyLogs {
  readonly count: number;
  at(index: number): UntimelyLog;
}

/**
 * Every exchange of two outcomes' orders that brings one of them before the turn in which its call is made. Up to there the log is as
 * it was, so that the script gets there, waits, and what is due next has not been asked for.
 */
export function untimelyLogs({ turns }: AttemptTrace, { callLog, delivered }: Run): UntimelyLogs {
  const order = settleOrder(callLog).slice(0, delivered);
  const untimelyAt = (rank: number): number[] => {
    const reserved = turns[rank]?.positions.to ?? Number.POSITIVE_INFINITY;
    return order.slice(rank + 1).filter((position) => position >= reserved);
  };
  const counts = order.map((_, rank) => untimelyAt(rank).length);
  return {
    count: counts.reduce((sum, count) => sum + count, 0),
    at(index) {
      let rank = 0;
      let left = index;
      for (; left >= (counts[rank] ?? Number.POSITIVE_INFINITY); rank++) left -= counts[rank] as number;
      const position = untimelyAt(rank)[left] as number;
      return { log: exchanged(callLog, order[rank] as number, position), position };
    },
  };
}

function exchanged(log: CallLog, a: number, b: number): CallLog {
  return log.map((entry, position) => {
    const other = position === a ? log[b] : position === b ? log[a] : undefined;
    return entry?.type === 'action' && other?.type === 'action' && other.order !== undefined
      ? { ...entry, order: other.order }
      : entry;
  });
}
