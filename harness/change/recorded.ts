import { type EngineLike, LinkError, type Run } from '../../runtime/index.ts';
import type { InFlight } from './in-flight.ts';
import { openAttempt } from './resumption.ts';
import { Compiled, type Side } from './side.ts';

/** A recorded run as one that is in flight. */
export function inFlightOf(run: Run, file: string): InFlight {
  const { header, runId, startedAt, input, initialData, callLog, pending, source, status } = run;
  return {
    header,
    runId,
    startedAt,
    input,
    initialData,
    callLog,
    pending,
    source,
    ...(run.file !== undefined && { file: run.file }),
    stands: status === 'interrupted' ? 'paused' : 'running',
    from: { recorded: file },
  };
}

/** Whether a run has come to its end. A journal does not say so: that of an ended run is found out by going on with it. */
export function isOver(engine: EngineLike, run: Run, old: Side): boolean {
  if (run.status === 'completed' || run.status === 'failed') return true;
  if (run.status === 'interrupted') return false;
  const own = new Compiled({ ...old, source: run.source, file: run.file ?? old.file });
  const script = own.for(run.header.actions);
  if (script instanceof LinkError) return false;
  const attempt = openAttempt(engine, script, own.side, inFlightOf(run, ''));
  try {
    attempt.start();
    return attempt.session.outcome !== undefined;
  } catch {
    return false;
  } finally {
    attempt.close();
  }
}
