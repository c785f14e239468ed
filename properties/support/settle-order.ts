import type { CallLog } from '../../runtime/index.ts';
import type { Choose, Played } from './play.ts';

/** The rank in which the outcome at a position settled; past all ranks where it did not. */
function rankAt(callLog: CallLog, position: number): number {
  const entry = callLog[position];
  return entry?.type === 'action' ? (entry.order ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY;
}

/** Settles calls in the order in which they settled in another attempt: indices differ between attempts, positions do not. */
export function likeBefore({ callLog }: Played): Choose {
  return (outstanding) => {
    const ranks = outstanding.map(({ position }) => rankAt(callLog, position));
    return ranks.indexOf(Math.min(...ranks));
  };
}

/** The log that a pause, or a crash, after so many outcomes leaves behind: what settled later is not in it. */
export function cutOff({ callLog }: Played, outcomes: number): CallLog {
  return callLog.map((entry, position) =>
    entry?.type === 'action' && rankAt(callLog, position) >= outcomes ? null : entry,
  );
}
