/**
 * Replays a run: runs its script again on its log, executes nothing, and holds what comes out against the run.
 *
 * What the script did is recomputed and must agree: how it ended and with what, its log and how much of it was
 * delivered, what it asked for and left open, `data`, console. What happened around it cannot be recomputed and is
 * taken from the run: its identity, why it was aborted, what each open call was doing and what it asked, warnings, its snapshot.
 */
import { EngineError } from '../errors.ts';
import { type Difference, firstDifference } from '../log/canonical.ts';
import type { CallLog, Json } from '../log/entry.ts';
import { Attempt } from './attempt.ts';
import type { EngineLike } from './attempt-options.ts';
import { attemptOptionsOf } from './continuation.ts';
import { hintAtEngine } from './other-engine.ts';
import type { AbortedRun, Run, RunBase } from './run.ts';
import { RunMismatchError } from './run-mismatch.ts';

export interface ReplayHelp {
  /** Called after every turn. */
  onTurn?: () => void;
  /** The run's log as text: where that of the replay is the same text, nothing has to be compared value by value. */
  logText?: string;
}

/**
 * The same run, recomputed.
 *
 * @throws CallLogMismatchError if the script does not follow the log, RunMismatchError if it does and the rest of the
 * run is not what the script makes of it, EngineError if the engine fails.
 */
export function replayRun(
  engine: EngineLike,
  run: Run,
  ignoreInputs: readonly string[],
  { onTurn, logText }: ReplayHelp = {},
): Run {
  if (neverRan(run)) return run;
  const observed = observe(engine, run, ignoreInputs, onTurn);
  const isSameLog = logText !== undefined && JSON.stringify(observed.callLog) === logText;
  const difference = isSameLog ? differenceOf(withoutLog(run), withoutLog(observed)) : differenceOf(run, observed);
  if (difference === undefined) return observed;
  throw hintAtEngine(mismatch(difference, observed.callLog), run.header.engine, engine.fingerprint);
}

function differenceOf(run: Run, observed: Run): Difference | undefined {
  return firstDifference(run as unknown as Json, observed as unknown as Json);
}

function withoutLog(run: Run): Run {
  return { ...run, callLog: [] };
}

/** It was aborted before its first turn had ended: there is nothing to recompute. */
function neverRan(run: Run): boolean {
  if (run.status !== 'aborted') return false;
  const { reason } = run;
  return (
    typeof reason === 'object' && reason !== null && !Array.isArray(reason) && 'turns' in reason && reason.turns === 0
  );
}

function observe(engine: EngineLike, run: Run, ignoreInputs: readonly string[], onTurn?: () => void): Run {
  const options = { ...attemptOptionsOf(run, ignoreInputs), ...(onTurn !== undefined && { onTurn }) };
  const attempt = new Attempt(engine, { ...options, onInterrupt: 'stop', deliverMax: run.delivered });
  try {
    attempt.start();
    if (run.status === 'aborted') attempt.abort(run.reason);
    return withSurroundings(attempt.finish(), run);
  } finally {
    attempt.close();
  }
}

function withSurroundings(observed: Run, run: Run): Run {
  if (observed.status === 'aborted' && run.status !== 'aborted') throw engineFailure(observed);
  return { ...observed, warnings: run.warnings, ...unreadableData(run), ...acceleratorOf(run) };
}

/** Where `data` could not be read, the run has what was last seen of it, and that depends on who looked when. */
function unreadableData(run: Run): { data?: Json } {
  return run.warnings.some(({ code }) => code === 'data-unreadable') ? { data: run.data } : {};
}

/** A snapshot says nothing that the log does not, and whoever resumes the run checks it. */
function acceleratorOf({ snapshot, logHash }: Run): Pick<RunBase, 'snapshot' | 'logHash'> {
  return { ...(snapshot !== undefined && { snapshot }), ...(logHash !== undefined && { logHash }) };
}

function engineFailure({ reason }: AbortedRun): EngineError {
  const { message } = reason as { message: string };
  return new EngineError(message);
}

function mismatch({ path, recorded, observed }: Difference, callLog: CallLog): RunMismatchError {
  const message = `The run is not what its script does with its call log. At ${path} the run has ${show(recorded)}; the replay has ${show(observed)}.`;
  return new RunMismatchError(message, { path, recorded, observed, callLog });
}

const shownMax = 200;

function show(value: Json | undefined): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > shownMax ? `${text.slice(0, shownMax)}…` : text;
}
