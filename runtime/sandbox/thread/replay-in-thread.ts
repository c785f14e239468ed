import { EngineError } from '../../errors.ts';
import { defaultLimits } from '../../guest/limits.ts';
import type { Run } from '../run.ts';
import type { ThreadPool } from './pool.ts';
import type { Errand, Report } from './protocol.ts';
import type { ErrandEnd, Thread } from './thread.ts';
import { fromWire } from './wire-error.ts';

/**
 * Replays a run in a thread, which holds what comes out against the run: nothing has to come back.
 *
 * @throws what `replayRun` throws; EngineError if a turn takes longer than the run's `wallMs`; MisuseError `OVERLOADED`.
 */
export async function replayInThread(pool: ThreadPool, run: Run, ignoreInputs: readonly string[]): Promise<Run> {
  const text = JSON.stringify({ type: 'replay', run, ignoreInputs } satisfies Errand);
  for (;;) {
    const end = await post(pool, text, run.header.limits.wallMs ?? defaultLimits.wallMs);
    if (end.type === 'report') {
      const { error } = JSON.parse(end.text) as Report;
      if (error !== undefined) throw fromWire(error);
      return run;
    }
    if (end.blame !== undefined) throw new EngineError((end.blame as { message: string }).message);
  }
}

async function post(pool: ThreadPool, text: string, wallMs: number): Promise<ErrandEnd> {
  const attempt = pool.newId();
  let thread: Thread | undefined;
  try {
    return await new Promise<ErrandEnd>((ended, failed) => {
      const taken = (by: Thread) => {
        thread = by;
      };
      pool.enter({ errand: { id: pool.newId(), attempt, text, wallMs, ended }, taken, failed }, true);
    });
  } finally {
    thread?.drop(attempt);
  }
}
