import type { ActionFailure, CallLog, CallLogEntry, Json, ObservedCall } from './log/entry.ts';

/** A place in the author's source. Lines and columns count from 1. */
export interface Location {
  file: string;
  line: number;
  column: number;
}

/** The script's own end by an exception, a limit, or being stuck: data in the run, never thrown. */
export interface ScriptFailure {
  name: string;
  message: string;
  code?: string;
  stack?: string;
  location?: Location;
  cause?: ScriptFailure;
  data?: Json;
  limit?: { name: string; value: number; position: number };
}

/** Every error that this package throws at a caller. `code` is stable across releases; messages are not. */
export abstract class LockstepError extends Error {
  abstract readonly code: string;
  override get name(): string {
    return this.constructor.name;
  }
}

export type MismatchReason = 'kind' | 'name' | 'input' | 'unreached' | 'order';

/** The script does not follow its log. Thrown by `eval`, `resume`, `replay` and by the session, never into the script. */
export class CallLogMismatchError extends LockstepError {
  readonly code = 'CALL_LOG_MISMATCH';
  readonly position: number;
  readonly reason: MismatchReason;
  /** What the log holds at `position`; for `order`, the entry that could not be delivered. */
  readonly recorded: CallLogEntry;
  /** What the script did there; `undefined` where it did nothing. */
  readonly observed: ObservedCall | undefined;
  /** The log as far as it got: nothing that settled is lost. */
  readonly callLog: CallLog;
  readonly location?: Location;
  /** The script's own exception, if it ended with one. */
  override readonly cause?: ScriptFailure;

  constructor(
    message: string,
    detail: {
      position: number;
      reason: MismatchReason;
      recorded: CallLogEntry;
      observed: ObservedCall | undefined;
      callLog: CallLog;
      location?: Location | undefined;
      cause?: ScriptFailure | undefined;
    },
  ) {
    super(message);
    this.position = detail.position;
    this.reason = detail.reason;
    this.recorded = detail.recorded;
    this.observed = detail.observed;
    this.callLog = detail.callLog;
    if (detail.location !== undefined) this.location = detail.location;
    if (detail.cause !== undefined) this.cause = detail.cause;
  }
}

/** A log that came from outside is malformed. Nothing has run. */
export class CallLogFormatError extends LockstepError {
  readonly code = 'CALL_LOG_FORMAT';
  constructor(
    message: string,
    /** The entry at fault; `undefined` when the log as a whole is no array. */
    readonly position: number | undefined,
    /** Path of the field at fault inside the entry, as `order` or `error.name`. */
    readonly field: string | undefined,
  ) {
    super(message);
  }
}

/** A run that came from outside is malformed, or was made by a newer release. Nothing has run. */
export class RunFormatError extends LockstepError {
  readonly code = 'RUN_FORMAT';
  constructor(
    message: string,
    /** Path of the field at fault inside the run, as `header.version`. */
    readonly field: string,
  ) {
    super(message);
  }
}

/** A name that a script uses and the sandbox does not provide. */
export interface MissingName {
  name: string;
  location: Location;
  /** What the author can do about it. */
  hint: string;
  /** In a script of several files: which file imports that of `location`, which imports that one, up to the script. */
  importedBy?: readonly string[];
}

/** A script refers to something that the sandbox does not provide. Found before its first statement runs. */
export class LinkError extends LockstepError {
  readonly code = 'LINK';
  constructor(
    message: string,
    readonly missing: readonly MissingName[],
  ) {
    super(message);
  }
}

/** A script that does not parse, or has no default export. */
export class ScriptSyntaxError extends LockstepError {
  readonly code = 'SCRIPT_SYNTAX';
  constructor(
    message: string,
    readonly location: Location | undefined,
  ) {
    super(message);
  }
}

/** The caller asked for something that makes no sense. The message says what to do instead. */
export class MisuseError extends LockstepError {
  constructor(
    /** As `POSITION_NOT_PENDING`, `NOT_INTERRUPTED`, `AMBIGUOUS_INTERRUPT`, `DUPLICATE_ACTION`. */
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** A snapshot that cannot be used. The log is the truth: replay it instead. */
export class SnapshotError extends LockstepError {
  constructor(
    readonly code: 'SNAPSHOT_FORMAT' | 'SNAPSHOT_ENGINE' | 'SNAPSHOT_SCRIPT' | 'SNAPSHOT_RUN' | 'SNAPSHOT_LOG',
    message: string,
  ) {
    super(message);
  }
}

/** The engine itself failed (the host's stack ended first, the Wasm module trapped). Not a result of the script. */
export class EngineError extends LockstepError {
  readonly code = 'ENGINE';
}

/** Builds a failure that a call is recorded with. */
export function actionFailure(name: string, message: string, code?: string, data?: Json): ActionFailure {
  return { name, message, ...(code !== undefined && { code }), ...(data !== undefined && { data }) };
}
