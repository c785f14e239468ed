import {
  type AbortedRun,
  authorText,
  type FailedRun,
  type Interrupt,
  type InterruptedRun,
  type Run,
  type ScriptFailure,
} from '../../runtime/index.ts';
import { clip, excerpt, indent } from './excerpt.ts';
import { sleepLines, sleepsOf, untilText } from './sleep-text.ts';
import type { Style } from './style.ts';

/** A paused run for a person: every open question, when its sleeps are over, and the command that goes on with it. */
export function pausedText(run: InterruptedRun, savedAs: string | undefined, now: number, style: Style): string {
  const lines = [
    style.bold(style.warn(pauseText(run, now))),
    ...questionLines(run.interrupts, style),
    ...sleepLines(run, now, style),
  ];
  const when = run.interrupts.length === 0 && sleepsOf(run).length > 0 ? 'Continue it then' : 'Continue it';
  return [...lines, '', ...resumeLines(savedAs, resumeForm(run.interrupts), when, style)].join('\n');
}

function pauseText(run: InterruptedRun, now: number): string {
  const questions = run.interrupts.length;
  const [sleep] = sleepsOf(run);
  if (questions === 1) return 'Interrupted: the run waits for an answer';
  if (questions > 1) return `Interrupted: the run waits for ${questions} answers`;
  return sleep === undefined
    ? 'Interrupted: the run waits, and nobody is asked anything'
    : `Sleeping ${untilText(sleep.until, now)}`;
}

/** One question each: its position, the action that asks, and what it asks. */
export function questionLines(open: readonly Interrupt[], style: Style): string[] {
  return open.map(({ position, name, input, payload }) => {
    const asked = payload === undefined || payload === null ? input : payload;
    return `  position ${position}  ${style.name(name)}  ${short(asked)}`;
  });
}

function resumeForm(open: readonly Interrupt[]): string {
  if (open.length === 0) return '';
  return open.length === 1 ? ' --answer JSON' : ` --at ${open[0]?.position} --answer JSON`;
}

function resumeLines(savedAs: string | undefined, form: string, when: string, style: Style): string[] {
  if (savedAs !== undefined) return [`${when}: ${style.bold(`lockstep resume ${quoted(savedAs)}${form}`)}`];
  return [
    `The run is on stdout and nowhere else (--out FILE saves it). Once it is in a file, say run.json, ${when[0]?.toLowerCase()}${when.slice(1)}:`,
    `  ${style.bold(`lockstep resume run.json${form}`)}`,
  ];
}

function quoted(path: string): string {
  return /^[\w./@:-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;
}

/** A failed run for a person: the script's exception or the limit, and the line of the script. */
export function failedText(run: FailedRun, style: Style): string {
  return [style.bold(style.bad('Failed')), ...failureLines(run.error, run.source, style)].join('\n');
}

function failureLines(error: ScriptFailure, source: string, style: Style): string[] {
  const code = error.code === undefined ? '' : style.dim(` (${error.code})`);
  const place = error.location && `  at ${error.location.file}:${error.location.line}:${error.location.column}`;
  const limit =
    error.limit && `  limit ${error.limit.name} = ${error.limit.value}, met at position ${error.limit.position}`;
  return [
    `${error.name}: ${clip(error.message, 20)}${code}`,
    ...(limit ? [limit] : []),
    ...(place && error.location ? [place, ...excerpt(authorText(source, error.location.file), error.location)] : []),
    ...(error.cause ? [`caused by ${indent(failureLines(error.cause, source, style).join('\n')).trimStart()}`] : []),
  ];
}

/** An aborted run for a person: why, and how to go on. */
export function abortedText(run: AbortedRun, savedAs: string | undefined, style: Style): string {
  const head = style.bold(style.warn(`Aborted: ${abortReason(run.reason)}`));
  const calls = run.pending.map(({ position, name, state }) => `  position ${position}  ${style.name(name)}  ${state}`);
  const pending = calls.length > 0 ? ['Not settled:', ...calls] : [];
  return [head, ...pending, '', ...resumeLines(savedAs, '', 'Continue it', style)].join('\n');
}

function abortReason(reason: AbortedRun['reason']): string {
  const code = typeof reason === 'object' && reason !== null && !Array.isArray(reason) ? reason.code : undefined;
  if (code === 'SIGNAL') return 'the run was told to stop';
  if (code === 'LIMIT_WALL') return 'a turn of the script took too long';
  return short(reason);
}

/** Warnings of a run, one line each. */
export function warningLines(run: Run, style: Style): string[] {
  return run.warnings.map(({ code, message, location }) => {
    const place = location ? ` (${location.file}:${location.line}:${location.column})` : '';
    return `${style.warn('warning')} ${style.dim(code)} ${message}${message.includes(place.slice(2, -1)) ? '' : place}`;
  });
}

function short(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length <= 500 ? text : `${text.slice(0, 500)}… (${text.length} characters)`;
}
