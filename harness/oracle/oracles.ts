import { crashAnywhere } from './crash-anywhere.ts';
import { engineAgreesWithV8 } from './engine-agrees-with-v8.ts';
import { guardAlwaysFires } from './guard-always-fires.ts';
import { holeExecutedRecordNever } from './hole-executed-record-never.ts';
import { limitsAreRepeatable } from './limits-are-repeatable.ts';
import { nothingEndsSilently } from './nothing-ends-silently.ts';
import type { Oracle } from './oracle.ts';
import { pausesAreKept } from './pauses-are-kept.ts';
import { replayEqualsLive } from './replay-equals-live.ts';
import { restoreEqualsReplay } from './restore-equals-replay.ts';
import { resumeEqualsUninterrupted } from './resume-equals-uninterrupted.ts';
import { runsAreIsolated } from './runs-are-isolated.ts';
import { snapshotsFitTheirRuns } from './snapshots-fit-their-runs.ts';
import { timeGoesForward } from './time-goes-forward.ts';

/** All promises, in the order in which they are judged: what explains most comes first. */
export const oracles: readonly Oracle[] = [
  nothingEndsSilently,
  replayEqualsLive,
  resumeEqualsUninterrupted,
  restoreEqualsReplay,
  snapshotsFitTheirRuns,
  holeExecutedRecordNever,
  pausesAreKept,
  timeGoesForward,
  crashAnywhere,
  guardAlwaysFires,
  engineAgreesWithV8,
  limitsAreRepeatable,
  runsAreIsolated,
];
