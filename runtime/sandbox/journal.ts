import type { CallLog, CallLogEntry, Json } from '../log/entry.ts';
import type { Answers, PendingCall, RunOrigin } from './run.ts';

/**
 * Where a run is written down while it happens, so that it survives its process. Each `append` is awaited before the
 * run goes on: before the calls of its reservations start, and before the script sees the outcomes of its entries.
 * An `append` that rejects aborts the run; nothing that has settled is lost with it.
 */
export interface Journal {
  append(records: readonly JournalRecord[]): Promise<void>;
}

export type JournalRecord =
  /** The first record of an attempt: all that came before it. A later one in the same journal takes its place. */
  | JournalStart
  /** The call at this position is about to start. */
  | { type: 'reservation'; position: number; name: string; input: Json }
  /** An outcome, or a read of the clock or of randomness. */
  | { type: 'entry'; position: number; entry: CallLogEntry }
  /** The call at this position asked a question instead of settling. */
  | { type: 'interrupt'; position: number; payload: Json };

export interface JournalStart extends RunOrigin {
  type: 'start';
  callLog: CallLog;
  pending: PendingCall[];
  /** What the attempt was given to say to pending calls. Absent: nothing. */
  answers?: Answers;
}
