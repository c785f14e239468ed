export type { Location, MismatchReason, MissingName, ScriptFailure } from './errors.ts';
export {
  CallLogFormatError,
  CallLogMismatchError,
  EngineError,
  LinkError,
  LockstepError,
  MisuseError,
  ScriptSyntaxError,
} from './errors.ts';
export { defaultLimits, type Limits } from './guest/limits.ts';
export type { ActionEntry, ActionFailure, CallLog, CallLogEntry, Json, ObservedCall, Outcome } from './log/entry.ts';
export type { CompiledScript, Warning } from './script/compiled.ts';
export type { Call, ConsoleLine, Exchange, Session, SessionOptions, SessionOutcome, Turn } from './session/types.ts';
