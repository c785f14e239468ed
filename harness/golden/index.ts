export {
  type FaultyFile,
  type GoldenLogs,
  type KeptRun,
  ReleaseRecorded,
  readGoldenLogs,
  writeRelease,
} from './folder.ts';
export { goldenPlans } from './plans/index.ts';
export { type GoldenRun, recordPlan } from './record.ts';
export { replayProblem } from './replay.ts';
