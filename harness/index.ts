export {
  type Bucket,
  type CampaignOptions,
  type CampaignProgress,
  type CampaignResult,
  type GateOptions,
  type GateResult,
  minimiseAlone as minimise,
  runCampaign,
  runCaseAlone as runCase,
  runGate,
  type Verdict as GateVerdict,
} from './campaign/index.ts';
export type { Behaviour, Case, Fault, Reaction } from './case/index.ts';
export { CaseFormatError, digestCase, parseCase, parseCaseText, printCase } from './case/index.ts';
export { type CorpusEntry, keepEntry, parseEntry, printEntry, readCorpus } from './corpus/index.ts';
export { arbitraries } from './generate/index.ts';
export { type GoldenLogs, type KeptRun, readGoldenLogs } from './golden/index.ts';
export {
  type CaseReport,
  type Divergence,
  leftOut,
  type Oracle,
  type OracleContext,
  oracles,
  sampling,
  type Verdict,
} from './oracle/index.ts';
export { type RecordingScheduler, recording, type Scheduler, schedulers } from './schedule/index.ts';
export {
  type Config,
  type DeclaredFailure,
  defineConfig,
  defineWorkflow,
  type ExecuteContext,
  type ExecutionOutcome,
  expectationOf,
  type Feature,
  type FindingKind,
  type FuzzOptions,
  type FuzzProgress,
  type FuzzResult,
  fuzzWorkflow,
  type InvariantContext,
  type InvariantResult,
  isWorkflow,
  type JsonSchema,
  type LoadedConfig,
  loadConfig,
  loadWorkflow,
  replayWorkflowCase,
  type Schema,
  type SimulateContext,
  type Workflow,
  type WorkflowAction,
  type WorkflowExecution,
  type WorkflowFailure,
} from './workflow/index.ts';
export {
  type ActedCall,
  type Actor,
  type AttemptTrace,
  caseActor,
  runWorld,
  type Trace,
  type WorldOptions,
} from './world/index.ts';
