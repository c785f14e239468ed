import { type CallLog, type JournalRecord, parseJournal, printJournal, runFromJournal } from '../../runtime/index.ts';
import type { LossTrace, TurnTrace } from './trace.ts';

/** Records as they come back from a file. */
export function throughText(records: readonly JournalRecord[]): JournalRecord[] {
  return JSON.parse(JSON.stringify(records)) as JournalRecord[];
}

/** What a crash left of a journal, and what it took. */
export interface JournalLeft {
  readonly records: readonly JournalRecord[];
  readonly lost: LossTrace;
}

/**
 * The journal's file without its last records, as it is found after a crash: what was written of the first of them is a
 * torn tail, which whoever reads it cuts.
 *
 * @param bytes how much of that one had been written. Taken modulo its length: a whole one is not lost.
 */
export function loseTail(written: readonly JournalRecord[], records: number, bytes: number): JournalLeft {
  const kept = written.slice(0, Math.max(0, written.length - records));
  const whole = printJournal(kept).length;
  const next = printJournal(written.slice(0, kept.length + 1));
  const torn = next.length === whole ? 0 : bytes % (next.length - whole);
  const contents = parseJournal(next.subarray(0, whole + torn), 'journal');
  const lost = { records: written.length - contents.records.length, tornBytes: contents.torn?.bytes ?? 0 };
  return { records: contents.records, lost };
}

/**
 * The turns of an attempt that what is left of its journal accounts for, and no later one. Reads of clock and chance that
 * a turn made and that are lost are made anew by the next attempt, which may then take another way, and an outcome that is
 * lost may come out otherwise, or later.
 *
 * @param known what the next attempt begins with.
 */
export function coveredTurns(turns: readonly TurnTrace[], log: CallLog, known: CallLog): readonly TurnTrace[] {
  const isLost = (position: number) => !known[position];
  const isLostRead = (position: number) => {
    const entry = log[position] ?? null;
    return entry !== null && entry.type !== 'action' && isLost(position);
  };
  const lost = turns.findIndex(({ cause, positions }) => {
    if (cause.type === 'delivery' && isLost(cause.position)) return true;
    for (let position = positions.from; position < positions.to; position++) if (isLostRead(position)) return true;
    return false;
  });
  return lost === -1 ? turns : turns.slice(0, lost);
}

/** The log that these records come to. */
export function logLeft(records: readonly JournalRecord[]): CallLog {
  return records.length === 0 ? [] : runFromJournal(records).callLog;
}
