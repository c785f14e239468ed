export {
  type Bucket,
  type CampaignOptions,
  type CampaignProgress,
  type CampaignResult,
  minimiseAlone as minimise,
  runCampaign,
  runCaseAlone as runCase,
} from './campaign/index.ts';
export type { Behaviour, Case, Fault, Reaction } from './case/index.ts';
export { CaseFormatError, digestCase, parseCase, parseCaseText, printCase } from './case/index.ts';
export { type CorpusEntry, keepEntry, parseEntry, printEntry, readCorpus } from './corpus/index.ts';
export { arbitraries } from './generate/index.ts';
export {
  type CaseReport,
  type Divergence,
  leftOut,
  type Oracle,
  type OracleContext,
  oracles,
  type Verdict,
} from './oracle/index.ts';
export { type RecordingScheduler, recording, type Scheduler, schedulers } from './schedule/index.ts';
export {
  type ActedCall,
  type Actor,
  type AttemptTrace,
  caseActor,
  runWorld,
  type Trace,
  type WorldOptions,
} from './world/index.ts';
