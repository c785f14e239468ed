/**
 * A run whose process is gone, put together from its journal. What the journal has is what was flushed before anything
 * was done about it: a call that has a reservation may have been started, one without has not; an outcome without an
 * entry was not seen by the script.
 */
import { MisuseError } from '../errors.ts';
import type { CallLog, CallLogEntry } from '../log/entry.ts';
import { sleepUntil } from '../log/sleep.ts';
import type { JournalRecord, JournalStart } from './journal.ts';
import { openQuestions } from './open-questions.ts';
import { parseRun } from './parse-run.ts';
import type { Answers, PendingCall, Run, RunBase } from './run.ts';

/**
 * The run as its journal tells it, to go on with: `sandbox.answer(run, answersFromJournal(records))`. It is `interrupted`
 * where nothing but questions and sleeps is open; else it is `aborted` with `{ code: 'CRASHED' }`, even if the script had
 * come to its end: a journal does not say so, and going on executes nothing then. Calls that may have been started and have
 * not settled are `in-flight`: they are executed again, under the same keys. `data` and `console` are made anew by the
 * attempt that goes on; here they are as before the first turn.
 *
 * @throws MisuseError `JOURNAL_EMPTY` if nothing has begun; RunFormatError and CallLogFormatError for records that do not
 * make a run.
 */
export function runFromJournal(records: readonly JournalRecord[]): Run {
  const { start } = lastAttempt(records);
  const { callLog, pending } = outcomeOf(records);
  return parseRun(
    runOf(
      start,
      callLog,
      [...pending.values()].sort((a, b) => a.position - b.position),
    ),
  );
}

/**
 * What had been said to calls that are pending now, and has not been heard: the action was not executed with it, or what
 * came of that is not known.
 */
export function answersFromJournal(records: readonly JournalRecord[]): Answers {
  const { start } = lastAttempt(records);
  const { pending, heard } = outcomeOf(records);
  const isOpen = (position: number) => pending.has(position) && !heard.has(position);
  return Object.fromEntries(Object.entries(start.answers ?? {}).filter(([position]) => isOpen(Number(position))));
}

/** What the records of the last attempt come to. */
interface Outcome {
  readonly callLog: CallLog;
  readonly pending: ReadonlyMap<number, PendingCall>;
  /** Positions of calls that asked a question in this attempt. */
  readonly heard: ReadonlySet<number>;
}

function outcomeOf(records: readonly JournalRecord[]): Outcome {
  const { start, later } = lastAttempt(records);
  const callLog = [...start.callLog];
  const pending = new Map(start.pending.map((call) => [call.position, call]));
  const heard = new Set<number>();
  for (const record of later) {
    if (record.type === 'reservation') pending.set(record.position, startedCall(record));
    if (record.type === 'interrupt') interrupt(pending, heard, record);
    if (record.type === 'entry') {
      put(callLog, record.position, record.entry);
      pending.delete(record.position);
    }
  }
  for (const position of pending.keys()) put(callLog, position, callLog[position] ?? null);
  return { callLog: withOrders(callLog), pending, heard };
}

function lastAttempt(records: readonly JournalRecord[]): { start: JournalStart; later: readonly JournalRecord[] } {
  const index = records.findLastIndex(({ type }) => type === 'start');
  const start = records[index];
  if (start?.type === 'start') return { start, later: records.slice(index + 1) };
  throw new MisuseError(
    'JOURNAL_EMPTY',
    'There is no run in this journal: its process ended before anything had happened. Begin the run again.',
  );
}

type RecordOf<Type extends JournalRecord['type']> = Extract<JournalRecord, { type: Type }>;

/** Nobody executes a sleep: it goes on, whoever is there. */
function startedCall({ position, name, input }: RecordOf<'reservation'>): PendingCall {
  const until = sleepUntil({ name, input });
  if (until === undefined) return { position, name, input, state: 'in-flight' };
  return { position, name, input, state: 'sleeping', until };
}

function interrupt(
  pending: Map<number, PendingCall>,
  heard: Set<number>,
  { position, payload }: RecordOf<'interrupt'>,
): void {
  const asked = pending.get(position);
  if (asked === undefined) return;
  pending.set(position, { position, name: asked.name, input: asked.input, state: 'interrupted', payload });
  heard.add(position);
}

function put(callLog: CallLog, position: number, entry: CallLogEntry | null): void {
  while (callLog.length <= position) callLog.push(null);
  callLog[position] = entry;
}

/**
 * A log that was begun without orders gets them as it is delivered, lowest position first, and the outcomes that were added
 * have theirs: the rest take what is free.
 */
function withOrders(callLog: CallLog): CallLog {
  const taken = new Set(callLog.flatMap((entry) => (entry?.type === 'action' ? (entry.order ?? []) : [])));
  if (taken.size === 0) return callLog;
  let order = 0;
  return callLog.map((entry) => {
    if (entry?.type !== 'action' || entry.order !== undefined) return entry;
    while (taken.has(order)) order += 1;
    return { ...entry, order: order++ };
  });
}

function runOf(start: JournalStart, callLog: CallLog, pending: PendingCall[]): Run {
  const { header, runId, startedAt, source, file, input, initialData } = start;
  const base: RunBase = {
    ...{ header, runId, startedAt, source, ...(file !== undefined && { file }), input, initialData },
    callLog,
    delivered: callLog.filter((entry) => entry?.type === 'action').length,
    pending,
    data: initialData,
    console: [],
    warnings: [],
  };
  const rests = pending.length > 0 && pending.every(({ state }) => state === 'interrupted' || state === 'sleeping');
  if (!rests) return { status: 'aborted', reason: { code: 'CRASHED' }, ...base };
  return { status: 'interrupted', interrupts: openQuestions(pending), ...base };
}
