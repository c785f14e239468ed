export type { Location, MismatchReason, MissingName, ScriptFailure } from './errors.ts';
export {
  CallLogFormatError,
  CallLogMismatchError,
  EngineError,
  LinkError,
  LockstepError,
  MisuseError,
  RunFormatError,
  ScriptSyntaxError,
  SnapshotError,
} from './errors.ts';
export { defaultLimits, type Limits } from './guest/limits.ts';
export { canonicalJson, type Difference, firstDifference } from './log/canonical.ts';
export { parseCallLog } from './log/codec.ts';
export type { ActionEntry, ActionFailure, CallLog, CallLogEntry, Json, ObservedCall, Outcome } from './log/entry.ts';
export { type Flag, knownFlags } from './log/flags.ts';
export { type ClockProfile, makeHeader, parseHeader, type RandomProfile, type RunHeader } from './log/header.ts';
export { toJsonText } from './log/json-text.ts';
export { Payload } from './log/payload.ts';
export { sleepName, sleepOver, sleepUntil } from './log/sleep.ts';
export { type Action, defineAction } from './sandbox/action.ts';
export { Attempt } from './sandbox/attempt.ts';
export type { AttemptOptions, EngineLike } from './sandbox/attempt-options.ts';
export { type AttemptRecords, recordsOf } from './sandbox/attempt-records.ts';
export type {
  AttemptPhase,
  AttemptStep,
  DecidedCall,
  ExecutableCall,
  Settlement,
  SleepingCall,
} from './sandbox/attempt-step.ts';
export type { ExecutionContext } from './sandbox/context.ts';
export { attemptOptionsOf } from './sandbox/continuation.ts';
export { ActionInterrupt } from './sandbox/interrupt.ts';
export type { Journal, JournalRecord, JournalStart } from './sandbox/journal.ts';
export type { AnswerOptions, AttemptControls, EvalOptions, SandboxOptions } from './sandbox/options.ts';
export { parseRun } from './sandbox/parse-run.ts';
export { replayRun } from './sandbox/replay.ts';
export type {
  AbortedRun,
  Answer,
  Answers,
  CompletedRun,
  FailedRun,
  Interrupt,
  InterruptedRun,
  PendingCall,
  Run,
  RunBase,
  RunOrigin,
} from './sandbox/run.ts';
export { answersFromJournal, runFromJournal } from './sandbox/run-from-journal.ts';
export { RunMismatchError } from './sandbox/run-mismatch.ts';
export { Sandbox } from './sandbox/sandbox.ts';
export type { DescribedSchema } from './sandbox/schema-type.ts';
export { type DescribedAction, type ScriptTypes, scriptGlobals, scriptTypes } from './sandbox/script-types.ts';
export { asTool, type SandboxTool, type ToolArguments, type ToolContext, type ToolOptions } from './sandbox/tool.ts';
export type { ToolFailure } from './sandbox/tool-failure.ts';
export type {
  AbortedResult,
  CalledAction,
  CompletedResult,
  FailedResult,
  PausedResult,
  Question,
  ToolResult,
} from './sandbox/tool-result.ts';
export type { CompiledScript, Warning } from './script/index.ts';
export {
  authorFiles,
  authorText,
  type CompileOptions,
  compileScript,
  excerpt,
  hasImports,
  missingText,
  withInlineMap,
} from './script/index.ts';
export { Engine } from './session/engine.ts';
export { Snapshot } from './session/snapshot.ts';
export type { Call, ConsoleLine, Exchange, Session, SessionOptions, SessionOutcome, Turn } from './session/types.ts';
export { JournalError, type JournalErrorCode } from './store/journal-error.ts';
export { FileJournal, readJournal } from './store/journal-file.ts';
export { type JournalContents, parseJournal, printJournal, type TornTail } from './store/journal-text.ts';
