import { MisuseError } from '../errors.ts';
import { type Limits, limitsFrom } from '../guest/limits.ts';
import type { CallLog, Json } from '../log/entry.ts';
import type { Session, Turn } from '../session/types.ts';
import type { Action } from './action.ts';
import { failureOf } from './failure.ts';
import type { Journal } from './journal.ts';
import { jsonOf } from './json-of.ts';
import type { Answers } from './run.ts';

export interface SandboxOptions {
  actions?: readonly Action[];
  /** What bounds each run; absent ones have their default. */
  limits?: Partial<Limits>;
  /** `stop` (default): the first question pauses the run. `settle`: other branches go on until only questions are left. */
  onInterrupt?: 'stop' | 'settle';
  /** Milliseconds that a pause waits for calls in flight. Default 5,000. */
  settleMs?: number;
  /** Milliseconds that the end of a script waits for calls in flight. Default 1,000. */
  endSettleMs?: number;
  /** Milliseconds that an execution has after its signal has fired. Default 250. */
  graceMs?: number;
  /** Milliseconds that a sleep may still take and be waited for, when nothing else is left to wait for. A longer one ends the attempt. Default 10,000. */
  sleepMaxMs?: number;
  /**
   * Where scripts run. `thread`, the default: in threads with a large stack, watched over, so that no script can hold up or
   * crash the host. `inline`: in the caller's thread. An attempt with `onTurn` always runs inline: its observer looks into it.
   */
  isolation?: 'inline' | 'thread';
  /**
   * How scripts tell the time of new runs. `recorded` (default): every read is in the call log. `event`: time is that of the
   * outcome that resumed the script, and reads are not recorded.
   */
  clock?: 'recorded' | 'event';
  /** Where `Math.random()` of new runs comes from. `recorded` (default): every read is in the call log. `seeded`: a generator that starts from the run's id. */
  random?: 'recorded' | 'seeded';
  /**
   * Whether a run that pauses takes a snapshot with it (`run.snapshot`), with which resuming costs the same however long the log is.
   * Default false: it takes some kilobytes in the run and about a millisecond at the pause. A snapshot that does not fit is not used.
   */
  snapshots?: boolean;
  /** How many threads there are at most. Default: as many as the machine can run at once. Sandboxes with the same numbers share them. */
  threads?: number;
  /** How many runs may wait for a thread while all are busy; more are refused with `OVERLOADED`. Default 10,000. */
  queueMax?: number;
}

/** What every attempt can be given. */
export interface AttemptControls {
  /** Ends the run as aborted, soon. */
  signal?: AbortSignal;
  journal?: Journal;
  /** Observes every turn, at quiescence, and may look into the guest: so the attempt runs in the caller's thread, whatever `isolation` is. */
  onTurn?: (turn: Turn, session: Session) => void;
}

export interface EvalOptions extends AttemptControls {
  /** The script's `input`. Default `null`. */
  input?: unknown;
  /** The script's `data` before its first turn. Default `{}`. */
  data?: unknown;
  /** Default: a random one. Needed with a `callLog` where randomness is seeded. */
  runId?: string;
  /** Milliseconds since the epoch. Default: now. Needed with a `callLog` where the clock is `event`. */
  startedAt?: number;
  /** The author's name for the script, used in locations. */
  file?: string;
  /** A bare log to continue from. */
  callLog?: CallLog;
  /** Answers to the holes of `callLog`, by position. */
  answers?: Answers;
}

export interface AnswerOptions extends AttemptControls {
  /** The position of the question, where more than one is open. */
  at?: number;
}

/** Names with their checks: what is right, or `undefined` if the value is. */
type Checks = Readonly<Record<string, (value: unknown) => string | undefined>>;

const oneOf =
  (...values: readonly string[]) =>
  (value: unknown) =>
    values.includes(value as string) ? undefined : values.map((known) => `'${known}'`).join(' or ');
const milliseconds = (value: unknown) =>
  typeof value === 'number' && value >= 0 ? undefined : 'a number of milliseconds, from 0';
const count = (least: number) => (value: unknown) =>
  Number.isSafeInteger(value) && (value as number) >= least ? undefined : `a whole number from ${least}`;
const text = (value: unknown) => (typeof value === 'string' && value !== '' ? undefined : 'a string that is not empty');
const callable = (value: unknown) => (typeof value === 'function' ? undefined : 'a function');
const anything = () => undefined;

const controlChecks: Checks = {
  signal: (value) => (hasMethods(value, 'addEventListener', 'removeEventListener') ? undefined : 'an AbortSignal'),
  journal: (value) => (hasMethods(value, 'append') ? undefined : 'an object with append(records)'),
  onTurn: callable,
};

const evalChecks: Checks = {
  ...controlChecks,
  input: anything,
  data: anything,
  runId: text,
  startedAt: (value) => (Number.isFinite(value) ? undefined : 'a finite number of milliseconds since the epoch'),
  file: text,
  callLog: anything,
  answers: anything,
};

const answerChecks: Checks = {
  ...controlChecks,
  at: (value) => (Number.isSafeInteger(value) ? undefined : 'a position, as in `run.interrupts`'),
};

const sandboxChecks: Checks = {
  actions: (value) => (Array.isArray(value) ? undefined : 'an array of actions'),
  limits: (value) => (typeof value === 'object' && value !== null ? undefined : 'an object of limits'),
  onInterrupt: oneOf('stop', 'settle'),
  settleMs: milliseconds,
  endSettleMs: milliseconds,
  graceMs: milliseconds,
  sleepMaxMs: milliseconds,
  isolation: oneOf('inline', 'thread'),
  clock: oneOf('recorded', 'event'),
  random: oneOf('recorded', 'seeded'),
  snapshots: (value) => (typeof value === 'boolean' ? undefined : 'true or false'),
  threads: count(1),
  queueMax: count(0),
};

/** Throws `MisuseError` `OPTION`. */
export function checkSandboxOptions(options: unknown): asserts options is SandboxOptions {
  check('new Sandbox', options, sandboxChecks);
  limitsFrom((options as SandboxOptions).limits);
}

export function checkEvalOptions(options: unknown): asserts options is EvalOptions {
  check('eval', options, evalChecks);
}

export function checkAnswerOptions(method: string, options: unknown): asserts options is AnswerOptions {
  check(method, options, answerChecks);
}

export function checkControls(method: string, options: unknown): asserts options is AttemptControls {
  check(method, options, controlChecks);
}

/** A value that the caller gives to a script, as the log has it. Throws `MisuseError` `NOT_JSON` that names the path. */
export function givenJson(what: string, value: unknown): Json {
  try {
    return jsonOf(value);
  } catch (thrown) {
    throw new MisuseError('NOT_JSON', `${what} is not JSON: ${failureOf(thrown).message}.`);
  }
}

function check(method: string, options: unknown, checks: Checks): void {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    throw new MisuseError('OPTION', `${method}: the options must be an object.`);
  }
  for (const [name, value] of Object.entries(options)) {
    if (!Object.hasOwn(checks, name)) {
      throw new MisuseError(
        'OPTION',
        `${method}: there is no option \`${name}\`; there are ${Object.keys(checks).join(', ')}.`,
      );
    }
    const expected = value === undefined ? undefined : checks[name]?.(value);
    if (expected !== undefined) throw new MisuseError('OPTION', `${method}: \`${name}\` must be ${expected}.`);
  }
}

function hasMethods(value: unknown, ...names: readonly string[]): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return names.every((name) => typeof (value as Record<string, unknown>)[name] === 'function');
}
