import { type EngineLike, LockstepError, type Run, replayRun } from '../../runtime/index.ts';

/** What is wrong with a recorded run, as this release sees it; `undefined` if it replays to the same run. */
export function replayProblem(engine: EngineLike, run: Run): string | undefined {
  try {
    replayRun(engine, run, []);
    return undefined;
  } catch (error) {
    if (error instanceof LockstepError) return error.message;
    throw error;
  }
}
