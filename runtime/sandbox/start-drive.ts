import type { ActionSet } from './action-set.ts';
import type { AttemptHost } from './attempt-host.ts';
import { AttemptJournal } from './attempt-journal.ts';
import type { AttemptOptions } from './attempt-options.ts';
import { journalStart } from './attempt-records.ts';
import { Drive, type Patience } from './drive.ts';
import { failureOf } from './failure.ts';
import { JournalWriter } from './journal-writer.ts';
import type { AttemptControls } from './options.ts';
import type { Run } from './run.ts';

export interface DriveParts {
  /** Where the attempt is to live. */
  hostFor: (options: AttemptOptions) => AttemptHost;
  options: AttemptOptions;
  controls: AttemptControls;
  actions: ActionSet;
  patience: Patience;
}

/** Puts an attempt together with what its caller watches it with, and starts it. Throws what `hostFor` throws. */
export function startDrive(parts: DriveParts): { drive: Drive; run: Promise<Run> } {
  const { hostFor, options, controls, actions, patience } = parts;
  const onTurn = guardedObserver(controls.onTurn, (message) => drive.abort({ code: 'OBSERVER', message }));
  const host = hostFor({ ...options, writeAhead: true, ...(onTurn !== undefined && { onTurn }) });
  const writer = new JournalWriter(controls.journal, patience.graceMs);
  const journal = new AttemptJournal(writer, host, () => journalStart(host.header, options));
  const drive: Drive = new Drive({ host, runId: options.runId, actions, journal, patience });
  const unwatch = watchSignal(controls.signal, drive);
  return { drive, run: drive.run().finally(unwatch) };
}

type Observer = NonNullable<AttemptControls['onTurn']>;

/** An observer that throws, or rejects, must not stop the script inside a turn: it ends the run between turns. */
function guardedObserver(observer: Observer | undefined, report: (message: string) => void): Observer | undefined {
  if (observer === undefined) return undefined;
  const failed = (thrown: unknown) => report(`onTurn threw: ${failureOf(thrown).message}`);
  return (turn, session) => {
    try {
      const result: unknown = observer(turn, session);
      if (result instanceof Promise) result.catch(failed);
    } catch (thrown) {
      failed(thrown);
    }
  };
}

function watchSignal(signal: AbortSignal | undefined, drive: Drive): () => void {
  if (signal === undefined) return () => {};
  const abort = () => drive.abort({ code: 'SIGNAL', message: signalText(signal.reason) });
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort, { once: true });
  return () => signal.removeEventListener('abort', abort);
}

function signalText(reason: unknown): string {
  const text = typeof reason === 'string' ? reason : failureOf(reason).message;
  return `The run's signal was aborted: ${text}`;
}
