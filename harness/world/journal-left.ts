import { type CallLog, type JournalRecord, runFromJournal } from '../../runtime/index.ts';
import type { TurnTrace } from './trace.ts';

/** Records as they come back from a file. */
export function throughText(records: readonly JournalRecord[]): JournalRecord[] {
  return JSON.parse(JSON.stringify(records)) as JournalRecord[];
}

/**
 * The turns of an attempt that what is left of its journal accounts for. Reads of clock and chance that a turn made and that
 * were not written by the crash are made anew by the next attempt, which may then take another way: nothing had come of
 * that turn.
 */
export function coveredTurns(
  turns: readonly TurnTrace[],
  log: CallLog,
  journalLeft: readonly JournalRecord[],
): readonly TurnTrace[] {
  const known = journalLeft.length === 0 ? [] : runFromJournal(journalLeft).callLog;
  const isLost = (position: number) => {
    const entry = log[position] ?? null;
    return entry !== null && entry.type !== 'action' && !known[position];
  };
  const lost = turns.findIndex(({ positions }) => {
    for (let position = positions.from; position < positions.to; position++) if (isLost(position)) return true;
    return false;
  });
  return lost === -1 ? turns : turns.slice(0, lost);
}
