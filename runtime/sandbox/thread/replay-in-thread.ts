import { EngineError, MisuseError } from '../../errors.ts';
import { defaultLimits } from '../../guest/limits.ts';
import { after } from '../ambient.ts';
import type { Run } from '../run.ts';
import type { ThreadPool } from './pool.ts';
import type { Errand, Report } from './protocol.ts';
import type { ErrandEnd, PostedErrand, Thread } from './thread.ts';
import { fromWire } from './wire-error.ts';

/** What a replay is given to end by itself when its sandbox is closed, in milliseconds. */
const closingMs = 250;

const wasClosed = { code: 'CLOSED', message: 'The sandbox was closed before the replay had ended.' };

/**
 * Replays a run in a thread, which holds what comes out against the run: nothing has to come back.
 *
 * @throws what `replayRun` throws; EngineError if a turn takes longer than the run's `wallMs`; MisuseError `OVERLOADED`, or `CLOSED` if
 * it does not end soon after `closing` has fired.
 */
export async function replayInThread(
  pool: ThreadPool,
  run: Run,
  ignoreInputs: readonly string[],
  closing: AbortSignal,
): Promise<Run> {
  const { callLog, ...rest } = run;
  const text = JSON.stringify({ type: 'replay', run: rest, ignoreInputs } satisfies Errand);
  const log = JSON.stringify(callLog);
  for (;;) {
    const end = await post(pool, { text, log }, run.header.limits.wallMs ?? defaultLimits.wallMs, closing);
    if (end.type === 'report') {
      const { error } = JSON.parse(end.text) as Report;
      if (error !== undefined) throw fromWire(error);
      return run;
    }
    if (end.blame !== undefined) throw failure(end.blame as { code: string; message: string });
  }
}

function failure({ code, message }: { code: string; message: string }): Error {
  return code === wasClosed.code ? new MisuseError(code, message) : new EngineError(message);
}

async function post(
  pool: ThreadPool,
  texts: { text: string; log: string },
  wallMs: number,
  closing: AbortSignal,
): Promise<ErrandEnd> {
  const attempt = pool.newId();
  let thread: Thread | undefined;
  let unwatch = (): void => {};
  try {
    return await new Promise<ErrandEnd>((ended, failed) => {
      const errand: PostedErrand = { id: pool.newId(), attempt, ...texts, wallMs, ended };
      const taken = (by: Thread) => {
        thread = by;
      };
      pool.enter({ errand, taken, failed }, true);
      unwatch = whenClosing(closing, () => pool.withdraw(errand, wasClosed) || thread?.giveUp(errand, wasClosed));
    });
  } finally {
    unwatch();
    thread?.drop(attempt);
  }
}

/** Calls back a while after the signal has fired. Gives back what cancels it. */
function whenClosing(closing: AbortSignal, callback: () => void): () => void {
  let cancel = (): void => {};
  const wait = () => {
    cancel = after(closingMs, callback);
  };
  if (closing.aborted) wait();
  else closing.addEventListener('abort', wait, { once: true });
  return () => {
    closing.removeEventListener('abort', wait);
    cancel();
  };
}
