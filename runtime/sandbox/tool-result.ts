import type { Json } from '../log/entry.ts';
import { sleepName } from '../log/sleep.ts';
import { openQuestions } from './open-questions.ts';
import type { AbortedRun, InterruptedRun, Run } from './run.ts';
import { failureTold, limitTold, type ToolFailure } from './tool-failure.ts';

/** What comes of a script that was run for an agent. Plain JSON. */
export type ToolResult = CompletedResult | FailedResult | PausedResult | AbortedResult;

interface Told {
  /** What the script printed. Lines that are no plain `log` begin with their level. */
  console: string[];
  /** What its author should know although it ended. */
  warnings?: string[];
}

export interface CompletedResult extends Told {
  status: 'completed';
  value: Json;
}

/** The script has to be changed, or called in another way. */
export interface FailedResult extends Told {
  status: 'failed';
  error: ToolFailure;
  /** What has been called all the same, in the order of the calls. */
  calls: CalledAction[];
}

/** Persons have to answer, or time has to pass. Nothing waits in memory: `answer(run, …)` goes on, whenever and wherever. */
export interface PausedResult extends Told {
  status: 'paused';
  questions: Question[];
  /** Milliseconds since the epoch at which the first sleep is over, where the script sleeps: go on then, with `answer(run, {})`. */
  wakeAt?: number;
  /** For the host to keep. A model has no use for it. */
  run: InterruptedRun;
}

/** Ended from outside. `answer(run, {})` goes on where it was. */
export interface AbortedResult extends Told {
  status: 'aborted';
  reason: Json;
  run: AbortedRun;
}

/** What an action asks, and by which number it is answered. */
export interface Question {
  at: number;
  action: string;
  input: Json;
  payload: Json;
}

export interface CalledAction {
  action: string;
  input: Json;
  /** `unknown`: it was started, and the script ended before it had. `waiting`: for an answer. */
  outcome: 'done' | 'failed' | 'unknown' | 'waiting';
}

export function toolResult(run: Run): ToolResult {
  switch (run.status) {
    case 'completed':
      return { status: 'completed', value: run.value, ...toldBy(run) };
    case 'interrupted':
      return { status: 'paused', questions: questionsOf(run), ...wakeOf(run), run, ...toldBy(run) };
    case 'failed':
      return { status: 'failed', error: failureTold(run), calls: callsOf(run), ...toldBy(run) };
    case 'aborted':
      return abortedResult(run);
  }
}

/** A turn that takes too long is the script's doing, and would take as long again. */
function abortedResult(run: AbortedRun): ToolResult {
  const { code, message } = (run.reason ?? {}) as { code?: Json; message?: Json };
  if (code !== 'LIMIT_WALL') return { status: 'aborted', reason: run.reason, run, ...toldBy(run) };
  return { status: 'failed', error: limitTold(code, String(message)), calls: callsOf(run), ...toldBy(run) };
}

function questionsOf(run: InterruptedRun): Question[] {
  return openQuestions(run.pending).map(({ position, name, input, payload }) => ({
    at: position,
    action: name,
    input,
    payload,
  }));
}

function wakeOf({ pending }: Run): { wakeAt?: number } {
  const times = pending.flatMap(({ until }) => until ?? []);
  return times.length === 0 ? {} : { wakeAt: Math.min(...times) };
}

function toldBy(run: Run): Told {
  const warnings = run.warnings.map(({ message, location }) =>
    location === undefined ? message : `Line ${location.line}: ${message}`,
  );
  return { console: run.console.map(consoleText), ...(warnings.length > 0 && { warnings }) };
}

function consoleText({ level, text }: Run['console'][number]): string {
  return level === 'log' ? text : `${level}: ${text}`;
}

function callsOf(run: Run): CalledAction[] {
  const pending = new Map(run.pending.map((call) => [call.position, call]));
  const length = Math.max(run.callLog.length, ...run.pending.map(({ position }) => position + 1));
  return Array.from({ length }, (_, position) => calledAt(run, position, pending.get(position))).flatMap(
    (called) => called ?? [],
  );
}

function calledAt(run: Run, position: number, pending: Run['pending'][number] | undefined): CalledAction | undefined {
  const entry = run.callLog[position];
  if (entry?.type === 'action' && entry.name !== sleepName) {
    return { action: entry.name, input: entry.input, outcome: 'error' in entry ? 'failed' : 'done' };
  }
  if (pending === undefined || pending.state === 'sleeping' || pending.state === 'not-started') return undefined;
  const outcome = pending.state === 'interrupted' ? 'waiting' : 'unknown';
  return { action: pending.name, input: pending.input, outcome };
}
