import { MisuseError } from '../errors.ts';
import type { CallLog, Json } from '../log/entry.ts';
import { givenJson } from './options.ts';
import type { Answer, Answers, PendingCall, Run } from './run.ts';

/** Answers as they came from the caller, checked and detached. Throws `MisuseError` `ANSWER`. */
export function parseAnswers(value: unknown): Answers {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new MisuseError(
      'ANSWER',
      'Answers are an object by position, as `{ 3: { answer: true }, 5: { reject: "no" } }`.',
    );
  }
  const answers: Answers = {};
  for (const [key, answer] of Object.entries(value)) answers[parsePosition(key)] = parseAnswer(key, answer);
  return answers;
}

/** Throws `MisuseError` `POSITION_NOT_PENDING` if one of the answers is for a call that a run does not wait for, `SLEEPING` if it is for a sleep. */
export function checkPending(answers: Answers, pending: readonly PendingCall[]): void {
  const known = new Map(pending.map((call) => [call.position, call]));
  for (const position of positionsOf(answers)) {
    const call = known.get(position);
    if (call?.state === 'sleeping') throw isSleeping(position);
    if (call !== undefined) continue;
    throw notPending(
      position,
      'this run is not waiting for a call there',
      `Pending are ${list(pending.map(callText))}`,
    );
  }
}

/** Throws `MisuseError` `POSITION_NOT_PENDING` if one of the answers is for a position that a log has recorded. */
export function checkHoles(answers: Answers, callLog: CallLog): void {
  for (const position of positionsOf(answers)) {
    const entry = callLog[position];
    if (entry === undefined || entry === null) continue;
    const recorded = entry.type === 'action' ? `an outcome of ${entry.name}` : `a read (${entry.type})`;
    throw notPending(position, `the log has ${recorded} there`, 'Answers are for holes');
  }
}

/** The one question that an answer without a position is for. */
export function onlyInterrupt(run: Run, method: 'resume' | 'reject', at: number | undefined): number {
  const open = run.pending.filter((call) => call.state === 'interrupted');
  if (at !== undefined) return openAt(open, at);
  const [first, second] = open;
  if (first === undefined) {
    throw new MisuseError(
      'NOT_INTERRUPTED',
      `${method}: this run has no open question (it is ${run.status}). To go on with an aborted or sleeping run, use answer(run, {}).`,
    );
  }
  if (second !== undefined) {
    throw new MisuseError(
      'AMBIGUOUS_INTERRUPT',
      `${method}: ${open.length} questions are open: ${list(open.map(callText))}. Say which with { at: position }, or use answer(run, { … }).`,
    );
  }
  return first.position;
}

/** Throws `MisuseError` `NOT_RESUMABLE` for a run that has ended. */
export function checkResumable(run: Run): void {
  if (run.status !== 'completed' && run.status !== 'failed') return;
  throw new MisuseError(
    'NOT_RESUMABLE',
    `This run has ${run.status}; there is nothing to go on with. To run its script again from its log, use eval(run.source, { callLog }).`,
  );
}

function openAt(open: readonly PendingCall[], at: number): number {
  if (open.some((call) => call.position === at)) return at;
  throw notPending(at, 'no question is open there', `Open are ${list(open.map(callText))}`);
}

function parsePosition(key: string): number {
  const position = Number(key);
  if (/^(0|[1-9]\d*)$/.test(key) && Number.isSafeInteger(position)) return position;
  throw new MisuseError('ANSWER', `"${key}" is no position: answers are by position, as in \`run.interrupts\`.`);
}

function parseAnswer(key: string, value: unknown): Answer {
  const fields = typeof value === 'object' && value !== null ? Object.keys(value) : [];
  const { answer, reject } = (value ?? {}) as { answer?: unknown; reject?: unknown };
  if (fields.length === 1 && answer !== undefined) return { answer: answerJson(key, answer) };
  if (fields.length === 1 && reject !== undefined) return { reject: answerJson(key, reject) };
  throw new MisuseError(
    'ANSWER',
    `The answer for position ${key} must be { answer: … } or { reject: … }, with a JSON value (null where there is nothing to say).`,
  );
}

function answerJson(key: string, value: unknown): Json {
  return givenJson(`The answer for position ${key}`, value);
}

function positionsOf(answers: Answers): number[] {
  return Object.keys(answers).map(Number);
}

function notPending(position: number, why: string, instead: string): MisuseError {
  return new MisuseError('POSITION_NOT_PENDING', `Position ${position} cannot be answered: ${why}. ${instead}.`);
}

function isSleeping(position: number): MisuseError {
  return new MisuseError(
    'SLEEPING',
    `Position ${position} cannot be answered: it is a sleep, which ends by itself. Go on with the run at its time or later, with answer(run, {}).`,
  );
}

function callText({ position, name }: PendingCall): string {
  return `${position} (${name})`;
}

function list(items: readonly string[]): string {
  return items.length === 0 ? 'none' : items.join(', ');
}
