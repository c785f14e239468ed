import {
  CallLogMismatchError,
  firstDifference,
  type Json,
  type Run,
  RunMismatchError,
  Sandbox,
} from '../../runtime/index.ts';
import type { Difference, ReplayReport } from '../report/replay-text.ts';
import type { ReplayRunJob } from './job.ts';

/** Replays a saved run. Executes nothing and needs no actions. */
export async function performReplay({ run }: ReplayRunJob): Promise<ReplayReport> {
  await using sandbox = new Sandbox({ actions: [], isolation: 'inline' });
  try {
    return compared(run, await sandbox.replay(run));
  } catch (error) {
    if (error instanceof CallLogMismatchError) {
      const { code, position, reason, message } = error;
      return { ...summary(run), identical: false, mismatch: { code, position, reason, message } };
    }
    if (error instanceof RunMismatchError) {
      return { ...summary(run), identical: false, mismatch: { code: error.code, message: error.message } };
    }
    throw error;
  }
}

function compared(run: Run, replayed: Run): ReplayReport {
  const difference: Difference | undefined = firstDifference(run as unknown as Json, replayed as unknown as Json);
  return { ...summary(run), identical: difference === undefined, differences: difference ? [difference] : [] };
}

function summary(run: Run): Omit<ReplayReport, 'identical'> {
  const entries = run.callLog.filter((entry) => entry !== null).length;
  const { status, delivered } = run;
  return { format: 'lockstep-replay', version: 1, status, entries, delivered, differences: [] };
}
