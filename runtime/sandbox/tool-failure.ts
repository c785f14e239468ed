import { LinkError, type Location, type ScriptFailure, type ScriptSyntaxError } from '../errors.ts';
import type { Json } from '../log/entry.ts';
import { Lines } from '../script/index.ts';
import type { FailedRun } from './run.ts';
import type { FailedResult } from './tool-result.ts';

/** Why a script did not come to its end, for whoever wrote it. */
export interface ToolFailure {
  /** `arguments`: the tool was called in a wrong way. `syntax`, `link`: nothing has run. */
  kind: 'arguments' | 'syntax' | 'link' | 'exception' | 'limit' | 'stuck';
  message: string;
  /** What to do about it. */
  hint: string;
  /** Of the error that the script or an action threw. */
  name?: string;
  code?: string;
  data?: Json;
  /** Where in the script, from 1, with the text of the line. */
  line?: number;
  column?: number;
  text?: string;
}

const hints = {
  arguments: 'Call the tool again with arguments as its schema says.',
  syntax: 'Mend the syntax and call the tool again with the whole script. Nothing has run.',
  link: 'Use what the description declares, and call the tool again with the whole script. Nothing has run.',
  stuck:
    'It awaits a promise that nothing will ever settle: one made by hand, perhaps, whose resolve is never called. Await actions and sleep only.',
} as const;

const limitHints: Readonly<Record<string, string>> = {
  LIMIT_FUEL: 'It computes too much: look for a loop that does not end, or do less at once.',
  LIMIT_WALL: 'It computes too long without awaiting anything: look for a loop that does not end, or do less at once.',
  LIMIT_MEMORY: 'It keeps too much: work through the data in parts, and keep only what is needed.',
  LIMIT_STACK: 'Its functions call each other too deeply: use a loop.',
  LIMIT_POSITIONS: 'It makes too many calls: look for a loop that does not end, or ask for more in each call.',
  LIMIT_IN_FLIGHT: 'It starts too many calls at once: await some before it starts others.',
  LIMIT_VALUE: 'A value that it passes is too large: pass less, or in parts.',
  LIMIT_LOG: 'Its calls carry too much in all: pass and ask for less.',
  LIMIT_CONSOLE: 'It prints too much: print less.',
  LIMIT_SOURCE: 'It is too long: write less, or pass data as `input`.',
};

/** For a call of the tool that makes no sense. */
export function argumentsFailure(message: string): FailedResult {
  return { status: 'failed', error: { kind: 'arguments', message, hint: hints.arguments }, calls: [], console: [] };
}

/** For a script that never started. */
export function refusalResult(error: LinkError | ScriptSyntaxError, script: string): FailedResult {
  const kind = error instanceof LinkError ? 'link' : 'syntax';
  const location = error instanceof LinkError ? error.missing[0]?.location : error.location;
  const told: ToolFailure = { kind, message: error.message, hint: hints[kind], ...placeOf(location, script) };
  return { status: 'failed', error: told, calls: [], console: [] };
}

export function failureTold(run: FailedRun): ToolFailure {
  const { error, source } = run;
  const place = placeOf(error.location, source);
  if (error.code === 'STUCK') return { kind: 'stuck', message: error.message, hint: hints.stuck };
  if (error.limit !== undefined) return { ...limitTold(error.code ?? '', error.message), ...place };
  return {
    kind: 'exception',
    message: `${error.name}: ${error.message}`,
    hint: exceptionHint(run),
    name: error.name,
    ...(error.code !== undefined && { code: error.code }),
    ...(error.data !== undefined && { data: error.data }),
    ...place,
  };
}

export function limitTold(code: string, message: string): ToolFailure {
  return { kind: 'limit', message, hint: limitHints[code] ?? 'Do less.', code };
}

function exceptionHint({ error, callLog }: FailedRun): string {
  const failed = callLog.find((entry) => entry?.type === 'action' && 'error' in entry && isThat(entry.error, error));
  const cure =
    failed?.type === 'action'
      ? `The action ${failed.name} failed and nothing caught it: catch that, or call it in another way.`
      : 'Mend what threw, or catch it.';
  const isEffectful = callLog.some((entry) => entry?.type === 'action' && 'response' in entry);
  return isEffectful
    ? `${cure} What \`calls\` lists as done has happened, and a new script that calls it does it once more: leave it out where it must not happen twice.`
    : cure;
}

function isThat(failure: { name: string; message: string }, error: ScriptFailure): boolean {
  return failure.name === error.name && failure.message === error.message;
}

function placeOf(location: Location | undefined, source: string): { line?: number; column?: number; text?: string } {
  if (location === undefined) return {};
  const { line, column } = location;
  return { line, column, text: new Lines(source).line(line).trim().slice(0, 200) };
}
