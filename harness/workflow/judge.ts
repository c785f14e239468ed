import type { ActionFailure, CallLog, FailedRun, Json, Run, ScriptFailure, Warning } from '../../runtime/index.ts';
import { runCase } from '../oracle/index.ts';
import type { Thrown } from '../world/index.ts';
import type { Workflow } from './declaration.ts';
import { doubleEffects } from './effects.ts';
import type { Finding } from './finding.ts';
import { brokenInvariants } from './invariants.ts';
import type { Bench, Trial } from './trial.ts';

/** All that is wrong in a trial, the runtime's own promises excepted. Where the model failed, only that is said. */
export function findingsOf({ workflow }: Bench, trial: Trial): Finding[] {
  const { mistake, trace } = trial;
  if (mistake !== undefined) return [{ kind: 'model', name: mistake.part, message: mistake.message }];
  const { run, thrown } = trace.attempts.at(-1) ?? {};
  if (trace.end === 'invalid' && thrown !== undefined) return [ofThrown(thrown)];
  const during = [...trial.turnFindings, ...doubleEffects(workflow, trial)];
  const after = run === undefined || wasGivenUp(trial) ? [] : ofEnd(run, workflow, trial);
  return [...after, ...during].map((finding) => withLies(finding, trial));
}

function ofEnd(run: Run, workflow: Workflow, trial: Trial): Finding[] {
  return [...ofRun(run, workflow), ...brokenInvariants(workflow, trial, run)];
}

/** Its caller aborted it and nobody went on: it is neither over nor paused, and there is nothing to say of its end. */
function wasGivenUp({ trace }: Trial): boolean {
  const { run, abort } = trace.attempts.at(-1) ?? {};
  return run?.status === 'aborted' && abort !== undefined;
}

function engineFailed(trial: Trial): boolean {
  return trial.trace.attempts.at(-1)?.run?.status === 'aborted' && !wasGivenUp(trial);
}

/** A finding that may be due to an action's lie says so: the script may be right to expect the truth. */
function withLies(finding: Finding, { trace }: Trial): Finding {
  const lies = trace.executions.flatMap(({ name, position, behaviour }) =>
    behaviour.type === 'respond' && behaviour.lie !== undefined
      ? [`${name} lied at position ${position}: ${behaviour.lie}.`]
      : [],
  );
  return lies.length === 0 ? finding : { ...finding, message: [finding.message, ...lies].join('\n') };
}

/** The promises of the runtime that a trial breaks: faults of ours. An engine that failed keeps none, and says so itself. */
export function divergencesOf({ engine, scriptFile }: Bench, trial: Trial): Finding[] {
  if (engineFailed(trial)) return [];
  const { failures } = runCase(trial.case, { engine, effort: 'sampled', file: scriptFile });
  return failures.map(({ oracle, promise, message }) => ({
    kind: 'divergence',
    name: oracle,
    message: `This is a fault of the runtime, not of the workflow. ${promise} ${message}`,
  }));
}

/** Only a kept case can come to this: a campaign refuses a script that does not link. */
function ofThrown({ name, message }: Thrown): Finding {
  return { kind: 'exception', name, message };
}

function ofRun(run: Run, workflow: Workflow): Finding[] {
  const ended =
    run.status === 'failed' ? ofFailure(run, workflow) : run.status === 'aborted' ? [ofAbort(run.reason)] : [];
  return [...ended, ...run.warnings.filter(isDropped).map(ofWarning)];
}

function ofAbort(reason: Json): Finding {
  const message = `The engine failed before the script ended: ${JSON.stringify(reason)}. Deep recursion needs the large stack that \`lockstep fuzz\` gives it.`;
  return { kind: 'engine', name: 'ENGINE', message };
}

function isDropped({ code }: Warning): boolean {
  return code === 'dropped-promise';
}

function ofWarning({ message, location }: Warning): Finding {
  const at = location === undefined ? '' : `:${location.line}`;
  return { kind: 'dropped-promise', name: `dropped-promise${at}`, message, ...(location && { location }) };
}

function ofFailure({ error, callLog }: FailedRun, workflow: Workflow): Finding[] {
  const at = error.location === undefined ? {} : { location: error.location };
  if (error.code === 'STUCK') return [{ kind: 'stuck', name: 'STUCK', message: error.message, ...at }];
  if (error.code?.startsWith('LIMIT_')) return [{ kind: 'limit', name: error.code, message: limitText(error), ...at }];
  if (error.code === 'INVALID_INPUT')
    return [{ kind: 'invalid-input', name: error.message.split(' ')[0] ?? '', message: error.message, ...at }];
  if (isExpected(error, callLog, workflow)) return [];
  return [{ kind: 'exception', name: error.name, message: exceptionText(error, workflow), ...at }];
}

function limitText({ code, message, limit }: ScriptFailure): string {
  const raise = limit === undefined ? '' : ` If the script is right, set limits.${limit.name} in the declaration.`;
  return `${code}: ${message}.${raise}`;
}

/** An action's failure that the script lets through, alone or wrapped, or an exception that its author announced. */
function isExpected(error: ScriptFailure, log: CallLog, { throws }: Workflow): boolean {
  if (isFromAction(error, log)) return true;
  return throws === undefined ? !languageErrors.has(error.name) : throws.some((pattern) => announces(pattern, error));
}

const languageErrors = new Set([
  'TypeError',
  'ReferenceError',
  'RangeError',
  'SyntaxError',
  'EvalError',
  'URIError',
  'InternalError',
]);

function isFromAction(error: ScriptFailure, log: CallLog): boolean {
  const failures = log.flatMap((entry) => (entry?.type === 'action' && 'error' in entry ? [entry.error] : []));
  if (error.name === 'AggregateError' && failures.length > 0) return true;
  if (failures.some((failure) => isSame(failure, error))) return true;
  return error.cause !== undefined && isFromAction(error.cause, log);
}

function isSame(failure: ActionFailure, error: ScriptFailure): boolean {
  return failure.name === error.name && failure.message === error.message && failure.code === error.code;
}

function announces(pattern: string | RegExp, { name, code, message }: ScriptFailure): boolean {
  if (typeof pattern === 'string') return [name, code, message].includes(pattern);
  return pattern.test(`${name}: ${message}`);
}

function exceptionText({ name, message }: ScriptFailure, { throws }: Workflow): string {
  const declare = throws === undefined ? '' : ' If the script means it, add it to `throws` in the declaration.';
  return `The script threw ${name}: ${message}${declare}`;
}
