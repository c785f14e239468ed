import { type Limits, limitsFrom } from '../guest/limits.ts';
import type { CallLog, Json } from '../log/entry.ts';
import { type ClockProfile, makeHeader, type RandomProfile, type RunHeader } from '../log/header.ts';
import type { CompiledScript } from '../script/index.ts';
import type { Session, SessionOptions } from '../session/types.ts';
import type { Answers, PendingCall, RunOrigin } from './run.ts';

/** What opens sessions: the engine, or something that wraps it. */
export interface EngineLike {
  readonly fingerprint: string;
  open(options: SessionOptions): Session;
}

export interface AttemptOptions {
  script: string | CompiledScript;
  /** The author's name for the script, used in locations. */
  file?: string;
  actions: readonly string[];
  ignoreInputs?: readonly string[];
  onInterrupt: 'stop' | 'settle';
  input?: Json;
  data?: Json;
  callLog?: CallLog;
  runId: string;
  /** Milliseconds since the epoch. */
  startedAt: number;
  limits?: Partial<Limits>;
  /** Default: `recorded`. A run that is continued or replayed has its header's. */
  clock?: ClockProfile;
  /** Default: `recorded`. A run that is continued or replayed has its header's. */
  randomness?: RandomProfile;
  /** Milliseconds since the epoch. Sleeps that the run before left and that are over by then are settled first. */
  resumedAt?: number;
  now?: () => number;
  random?: () => number;
  onTurn?: NonNullable<SessionOptions['onTurn']>;
  /** What the run before left pending. Interrupted calls of it that have no answer are not executed. */
  initial?: { pending: readonly PendingCall[] };
  answers?: Answers;
  /** A replay: deliver so many outcomes and execute nothing. */
  deliverMax?: number;
  /** Of the run that is continued or replayed; a new run gets a new one. */
  header?: RunHeader;
  /** Whether a run that pauses takes a snapshot with it. Default: it does not. */
  takeSnapshot?: boolean;
  /** Base64 of the snapshot that the run took with it, and what its log hash was then. */
  snapshot?: string;
  logHash?: string;
  /** Rejections are handed to the driver as `decided`, for it to write them down first. Default: they are settled here. */
  writeAhead?: boolean;
}

/** The session's part of the options. An absent one stays absent. A run goes on by the rules that it was made under. */
export function sessionOptions(options: AttemptOptions): SessionOptions {
  const { onInterrupt, initial, answers, header, writeAhead, resumedAt, takeSnapshot, snapshot, logHash, ...rest } =
    options;
  if (header === undefined) return rest;
  return { ...rest, clock: header.clock, randomness: header.random, flags: header.flags };
}

/**
 * The header of a new run, of the one that is replayed, or of the one that is continued, which this engine computes again.
 * Throws `MisuseError` for a limit that is wrong.
 */
export function headerOf(engine: Pick<EngineLike, 'fingerprint'>, options: AttemptOptions): RunHeader {
  const { header, deliverMax } = options;
  if (header !== undefined) return deliverMax === undefined ? { ...header, engine: engine.fingerprint } : header;
  const limits = { ...limitsFrom(options.limits) };
  const { actions, clock = 'recorded', randomness: random = 'recorded' } = options;
  return makeHeader({ engine: engine.fingerprint, limits, actions, clock, random });
}

/** What a run is from its first moment on. */
export function originOf(header: RunHeader, options: AttemptOptions): RunOrigin {
  return {
    header,
    runId: options.runId,
    startedAt: options.startedAt,
    ...scriptOf(options),
    input: options.input ?? null,
    initialData: options.data ?? {},
  };
}

/** The script's text, and its name where it was given one: a compiled script has its own. */
function scriptOf({ script, file }: AttemptOptions): Pick<RunOrigin, 'source' | 'file'> {
  if (typeof script !== 'string') return { source: script.source, file: script.file };
  return { source: script, ...(file !== undefined && { file }) };
}
