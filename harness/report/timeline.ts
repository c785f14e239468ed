import { type CallLogEntry, type Run, sleepName, sleepUntil } from '../../runtime/index.ts';
import type { Behaviour } from '../case/index.ts';
import {
  type AbortTrace,
  type AttemptTrace,
  type CallTrace,
  type Execution,
  type LossTrace,
  type MoveTrace,
  type Trace,
  type TurnTrace,
  type TwinTrace,
  timeText,
} from '../world/index.ts';

/**
 * What happened in a case, for a person, a line each: per attempt its turns, what each turn asked for, what was settled,
 * who was asked what, and how it ended.
 */
export function timeline(trace: Trace): string[] {
  return [
    ...trace.attempts.flatMap((attempt, i) => attemptLines(attempt, `attempt ${i + 1}: ${causes[attempt.cause]}`)),
    ...(trace.twins ?? []).flatMap((attempt) => attemptLines(attempt, twinTitle(attempt))),
    ...trace.punched.flatMap((attempt) => attemptLines(attempt, causes.punch)),
    ...endLines(trace),
  ];
}

const causes: Record<AttemptTrace['cause'], string> = {
  start: 'the run starts',
  resume: 'the run is resumed',
  crash: 'the process died; the run goes on from its log',
  punch: 'the finished log, with holes punched into it, is run again',
};

function twinTitle({ of }: TwinTrace): string {
  return `besides, the run that attempt ${of + 1} left is resumed a second time`;
}

function attemptLines(attempt: AttemptTrace, title: string): string[] {
  return [
    `${title}${recordedNote(attempt)}`,
    ...attempt.turns.flatMap((turn) => turnLines(turn, attempt)),
    ...attempt.executions.flatMap(pauseLine),
    ...lateLines(attempt),
    ...outcomeLine(attempt),
  ].map((line, i) => (i === 0 ? line : `  ${line}`));
}

function recordedNote({ callLog, answers }: AttemptTrace): string {
  const recorded = callLog.filter((entry) => entry !== null).length;
  const holes = callLog.length - recorded;
  const replies = Object.entries(answers).map(([position, reply]) =>
    'answer' in reply
      ? `${position} is answered ${short(reply.answer)}`
      : `${position} is refused ${short(reply.reject)}`,
  );
  const log = callLog.length === 0 ? [] : [`${recorded} recorded${holes > 0 ? `, ${holes} holes` : ''}`];
  const notes = [...log, ...replies];
  return notes.length === 0 ? '' : ` (${notes.join('; ')})`;
}

function turnLines(turn: TurnTrace, attempt: AttemptTrace): string[] {
  const asked = attempt.calls.filter(({ position }) => position >= turn.positions.from && position < turn.positions.to);
  const what = `turn ${turn.index}: ${causeText(turn, attempt)}`;
  const moves = (attempt.moves ?? []).filter((move) => move.turn === turn.index);
  return [
    what,
    ...asked.map((call) => `  ${callText(call)}`),
    ...moves.map(({ type }) => moveTexts[type]),
    ...setLines(turn, attempt),
  ];
}

function setLines({ index }: TurnTrace, { jumps = [], abort }: AttemptTrace): string[] {
  const set = jumps.filter(({ turn }) => turn === index);
  return [
    ...set.map(({ ms }) => `the clock is set ${ms < 0 ? 'back' : 'forward'} by ${Math.abs(ms)} ms`),
    ...(abort?.turn === index ? [abortTexts[abort.why]] : []),
  ];
}

const abortTexts: Record<AbortTrace['why'], string> = {
  fault: 'aborted by its caller',
  hang: 'aborted by its caller: nothing is heard of what it waits for',
};

function lateLines({ late = [], lost }: AttemptTrace): string[] {
  return [
    ...late.map(({ position, as }) => `${position} is ${as}, after its signal had fired`),
    ...(lost === undefined ? [] : [lossText(lost)]),
  ];
}

function lossText({ records, tornBytes }: LossTrace): string {
  const torn = tornBytes === 0 ? '' : `; ${tornBytes} bytes of the first of them are found, and cut`;
  return `the process dies, and the last ${records} records of the journal are lost${torn}`;
}

const moveTexts: Record<MoveTrace['type'], string> = {
  snapshot: 'put into a snapshot, and taken up from it in another instance',
  'restore-elsewhere': 'put into a snapshot, and taken up from it in another engine',
  'swap-out': 'swapped out, and back',
};

function causeText({ cause }: TurnTrace, attempt: AttemptTrace): string {
  if (cause.type === 'start') return 'the script starts';
  const call = attempt.calls.find(({ position }) => position === cause.position);
  const name = call?.kind === 'action' ? ` ${call.name}` : '';
  const source = cause.replayed ? ' (from the log)' : '';
  return `${cause.position}${name} ${outcomeText(cause.position, attempt)}${source}`;
}

function outcomeText(position: number, attempt: AttemptTrace): string {
  const entry = attempt.callLog[position] ?? attempt.run?.callLog[position];
  if (entry) return entryText(entry);
  const execution = attempt.executions.findLast((each) => each.position === position);
  return execution ? behaviourText(execution.behaviour) : 'settles';
}

function entryText(entry: CallLogEntry): string {
  if (entry.type !== 'action') return `reads ${entry.response}`;
  if (entry.name === sleepName && !('error' in entry)) return 'is over';
  return 'error' in entry
    ? `fails: ${entry.error.name}: ${clipped(entry.error.message)}`
    : `answers ${short(entry.response)}`;
}

function behaviourText(behaviour: Behaviour): string {
  switch (behaviour.type) {
    case 'respond':
      return `answers ${short(behaviour.value)}`;
    case 'fail':
      return `fails: ${behaviour.failure.name}: ${clipped(behaviour.failure.message)}`;
    case 'interrupt':
      return `pauses: ${short(behaviour.payload)}`;
  }
}

function callText(call: CallTrace): string {
  if (call.kind !== 'action') return `${call.position} reads ${call.kind === 'now' ? 'the clock' : 'a random number'}`;
  const until = sleepUntil(call);
  if (until !== undefined) return `${call.position} sleeps until ${timeText(until)}`;
  return `${call.position} calls ${call.name}(${call.input === null ? '' : short(call.input)})`;
}

function pauseLine({ behaviour, position, name, answer }: Execution): string[] {
  if (behaviour.type !== 'interrupt' || answer !== undefined) return [];
  return [`${position} ${name} pauses: ${short(behaviour.payload)}`];
}

function outcomeLine({ run, thrown }: AttemptTrace): string[] {
  if (thrown) return [`thrown: ${thrown.name}: ${thrown.message.split('\n')[0]}`];
  return run ? [endText(run)] : [];
}

function endText(run: Run): string {
  switch (run.status) {
    case 'completed':
      return `completed with ${short(run.value)}`;
    case 'failed':
      return `failed: ${run.error.name}: ${clipped(run.error.message)}`;
    case 'interrupted':
      return `paused; pending: ${run.pending.map(({ position, name, state }) => `${position} ${name} ${state}`).join(', ')}`;
    case 'aborted':
      return `aborted: ${short(run.reason)}`;
  }
}

function endLines({ end }: Trace): string[] {
  switch (end) {
    case 'dormant':
      return ['nothing is outstanding and the run has not ended: it would sleep for ever'];
    case 'attempts-spent':
      return ['resumed as often as the world allows, and still not over'];
    case 'invalid':
      return ['the script does not compile or link'];
    case 'ended':
    case 'thrown':
      return [];
  }
}

function short(value: unknown): string {
  return clipped(JSON.stringify(value) ?? 'undefined');
}

function clipped(text: string): string {
  const line = text.replaceAll('\n', ' ');
  return line.length <= 120 ? line : `${line.slice(0, 117)}…`;
}
