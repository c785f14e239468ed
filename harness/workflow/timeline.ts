import { basename } from 'node:path';
import { type CallLogEntry, type Json, type Location, type Run, sleepName, sleepUntil } from '../../runtime/index.ts';
import type { Behaviour, Reaction } from '../case/index.ts';
import { type AttemptTrace, type CallTrace, type TurnTrace, timeText } from '../world/index.ts';
import { callLocations } from './call-locations.ts';
import type { Finding } from './finding.ts';
import type { Bench, Trial } from './trial.ts';

/**
 * What happened in a trial, for the workflow's author, a line each: who asked what at which line of the script, who
 * answered what and in which order, pauses and what people did about them, the borders of attempts, and the verdict.
 */
export function timelineOf(bench: Bench, trial: Trial, finding: Finding): string[] {
  const { input, onInterrupt } = trial.case;
  const lines = new AttemptLines(callLocations(bench, trial), reactionsOf(trial));
  const pauses = trial.trace.executions.some(({ behaviour }) => behaviour.type === 'interrupt');
  return [
    `${bench.workflow.name}(${short(input)})${pauses ? `   onInterrupt: ${onInterrupt}` : ''}`,
    ...trial.trace.attempts.flatMap((attempt, i) => lines.of(attempt, i)),
    ...verdictLines(finding),
  ];
}

function verdictLines({ kind, name, message }: Finding): string[] {
  const [first = '', ...rest] = message.split('\n');
  const title = kind === 'invariant' ? `broken: ${name}` : `${kind}: ${name}`;
  return [`✗ ${title}`, ...[first, ...rest].map((line) => `  ${line}`)];
}

function reactionsOf({ trace }: Trial): ReadonlyMap<number, Reaction> {
  return new Map(
    trace.executions.flatMap(({ position, behaviour }) =>
      behaviour.type === 'interrupt' ? [[position, behaviour.then] as const] : [],
    ),
  );
}

class AttemptLines {
  /** Calls that were told of, by position: later attempts make them again, and that is no news. */
  private readonly told = new Set<number>();
  /** Outcomes that the script has seen in an earlier attempt. */
  private readonly seen = new Set<number>();

  constructor(
    private readonly locations: ReadonlyMap<number, Location>,
    private readonly reactions: ReadonlyMap<number, Reaction>,
  ) {}

  of(attempt: AttemptTrace, index: number): string[] {
    const crashed = attempt.run === undefined && attempt.thrown === undefined;
    const lines = [
      ...attempt.turns.flatMap((turn) => this.turn(turn, attempt)),
      ...this.undelivered(attempt),
      ...(crashed ? ['the process dies here; calls in flight will be executed again'] : []),
      ...endOf(attempt),
    ];
    for (const position of attempt.delivered) this.seen.add(position);
    return [`attempt ${index + 1}: ${titleOf(attempt)}`, ...lines.map((line) => `  ${line}`)];
  }

  private turn(turn: TurnTrace, attempt: AttemptTrace): string[] {
    const { from, to } = turn.positions;
    const asked = attempt.calls.filter(({ position }) => position >= from && position < to);
    return [...this.cause(turn, attempt), ...asked.flatMap((call) => this.asks(call, attempt))];
  }

  private cause({ cause }: TurnTrace, attempt: AttemptTrace): string[] {
    if (cause.type === 'start' || (cause.replayed && this.seen.has(cause.position))) return [];
    const label = labelOf(cause.position, attempt);
    const entry = attempt.callLog[cause.position] ?? attempt.run?.callLog[cause.position];
    const execution = attempt.executions.findLast(({ position }) => position === cause.position);
    return [`${label} ${execution ? behaviourText(execution.behaviour) : entry ? entryText(entry) : 'settles'}`];
  }

  private asks(call: CallTrace, attempt: AttemptTrace): string[] {
    const { position } = call;
    if (this.told.has(position)) return againLine(position, attempt);
    this.told.add(position);
    const location = this.locations.get(position);
    const at = location === undefined ? '' : `   at ${basename(location.file)}:${location.line}`;
    if (call.kind !== 'action')
      return [`  ${position} reads ${call.kind === 'now' ? 'the clock' : 'a random number'}${at}`];
    const until = sleepUntil(call);
    if (until !== undefined) return [`  ${position} sleeps until ${timeText(until)}${at}`];
    return [`  ${position} → ${call.name}(${call.input === null ? '' : short(call.input)})${at}`];
  }

  /** What settled without reaching the script: pauses, and what came after one or after the end. */
  private undelivered(attempt: AttemptTrace): string[] {
    const seen = new Set(attempt.delivered);
    return attempt.settled.filter((position) => !seen.has(position)).map((position) => this.settles(position, attempt));
  }

  private settles(position: number, attempt: AttemptTrace): string {
    const execution = attempt.executions.findLast((candidate) => candidate.position === position);
    const label = labelOf(position, attempt);
    if (execution?.behaviour.type !== 'interrupt') {
      return `${label} ${execution ? behaviourText(execution.behaviour) : 'settles'}   (recorded; the script does not see it)`;
    }
    const reaction = this.reactions.get(position);
    return `${label} asks a person: ${short(execution.behaviour.payload)}${reaction?.type === 'leave' ? '   (nobody ever answers)' : ''}`;
  }
}

/** A call of an earlier attempt that is executed once more. */
function againLine(position: number, attempt: AttemptTrace): string[] {
  const execution = attempt.executions.find((candidate) => candidate.position === position);
  if (execution === undefined) return [];
  const { name, answer } = execution;
  if (answer !== undefined) return [`  ${position} → ${name}, with the answer ${short(answer)}`];
  return execution.execution === 0 ? [] : [`  ${position} → ${name} is executed again, under the same idempotency key`];
}

function labelOf(position: number, attempt: AttemptTrace): string {
  const call = attempt.calls.find((candidate) => candidate.position === position);
  return call?.kind === 'action' ? `${position} ${call.name}` : String(position);
}

function titleOf({ cause, callLog, answers }: AttemptTrace): string {
  const replies = Object.entries(answers).map(([position, reply]) =>
    'answer' in reply
      ? `${position} is answered ${short(reply.answer)}`
      : `${position} is rejected ${short(reply.reject)}`,
  );
  const recorded = callLog.filter((entry) => entry !== null).length;
  const from = cause === 'start' ? '' : `, ${recorded} from the log`;
  const what = { start: 'the run starts', resume: 'resumed', crash: 'restarted after the crash', punch: 'run again' }[
    cause
  ];
  return [`${what}${from}`, ...replies].join('; ');
}

function entryText(entry: CallLogEntry): string {
  if (entry.type !== 'action') return `reads ${entry.response}`;
  if (entry.name === sleepName && !('error' in entry)) return 'is over';
  return 'error' in entry ? failsWith(entry.error) : `answers ${short(entry.response)}`;
}

function behaviourText(behaviour: Behaviour): string {
  if (behaviour.type === 'respond') return `answers ${short(behaviour.value)}`;
  if (behaviour.type === 'fail')
    return `${failsWith(behaviour.failure)}${behaviour.simulated ? '   (simulate had run)' : ''}`;
  return `asks a person: ${short(behaviour.payload)}`;
}

function failsWith({ name, message, code }: { name: string; message: string; code?: string }): string {
  return `fails: ${code ?? name}${message === code ? '' : ` (${message})`}`;
}

function endOf({ run, thrown }: AttemptTrace): string[] {
  if (thrown !== undefined) return [`${thrown.name}: ${thrown.message}`];
  return run === undefined ? [] : [runText(run)];
}

function runText(run: Run): string {
  switch (run.status) {
    case 'completed':
      return `the script returns ${short(run.value)}`;
    case 'failed':
      return `the script ends with ${run.error.name}: ${run.error.message.split('\n')[0]}`;
    case 'interrupted':
      return `paused, waiting for ${run.pending.map(({ position, name }) => `${position} ${name}`).join(', ')}`;
    case 'aborted':
      return `aborted: ${short(run.reason)}`;
  }
}

const shownMax = 140;

function short(value: Json): string {
  const text = JSON.stringify(value);
  return text.length > shownMax ? `${text.slice(0, shownMax)}… (${text.length} characters)` : text;
}
