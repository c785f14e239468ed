export { valuesOf } from './action-values.ts';
export { bundleScript, scriptOf } from './bundle/index.ts';
export { type Config, defineConfig, type LoadedConfig, loadConfig } from './config.ts';
export {
  Coverage,
  type Place,
  type ScriptCoverage,
  summaryOf,
  type UnreachedPlace,
  type V8ScriptCoverage,
  v8Coverage,
} from './counters/index.ts';
export type {
  DeclaredFailure,
  Effect,
  ExecuteContext,
  ExecutionOutcome,
  InvariantContext,
  InvariantResult,
  SimulateContext,
  TurnInvariantContext,
  Workflow,
  WorkflowAction,
  WorkflowExecution,
} from './declaration.ts';
export { defineWorkflow, isWorkflow } from './define.ts';
export { casesOfShard, checkedBench, examineWorkflow, playRounds } from './examine.ts';
export { allExamined, type ExaminedWorkflow, type Unfit } from './examined.ts';
export type { KeptCase } from './examiner.ts';
export type { WorkflowFailure } from './failure.ts';
export type { Feature } from './features.ts';
export { expectationOf, type FindingKind } from './finding.ts';
export { type FuzzOptions, type FuzzProgress, type FuzzResult, fuzzResult, fuzzWorkflow } from './fuzz.ts';
export { type Candidate, type NextRound, type RoundReport, RoundTable, smallestSet } from './guided/index.ts';
export { invariantNames } from './invariants.ts';
export type { LatencyBudgets } from './latency-budgets.ts';
export { loadWorkflow } from './load.ts';
export { fileOfProject, pathInProject } from './project-files.ts';
export { replayWorkflowCase } from './replay.ts';
export { checkJsonSchema } from './schema/check.ts';
export { describedBy } from './schema/describe.ts';
export { isStandardSchema, type JsonSchema, type Schema } from './schema/json-schema.ts';
export { groupFindings, type SameFindings, smallestFailure } from './smallest.ts';
export { timelineOfCase } from './timeline.ts';
export {
  type Bench,
  type CountedScript,
  caseOf,
  countedScript,
  countingBench,
  inventTrial,
  playCase,
  type Trial,
  type VariedCase,
  variedOf,
} from './trial.ts';
