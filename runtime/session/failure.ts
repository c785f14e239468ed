import { type Location, type ScriptFailure, ScriptSyntaxError } from '../errors.ts';
import { guestFile } from '../guest/guest.ts';
import type { Limits } from '../guest/limits.ts';
import type { Json } from '../log/entry.ts';
import type { CompiledScript } from '../script/index.ts';

/** An error as the guest describes it, before its places are mapped to the author's source. */
interface GuestError {
  name: string;
  message: string;
  code?: string;
  stack?: string;
  data?: Json;
  cause?: GuestError;
  /** Set where the error is one that the engine itself makes (`InternalError`). */
  engine?: true;
}

const limitCodes = {
  fuel: 'LIMIT_FUEL',
  memoryBytes: 'LIMIT_MEMORY',
  stackBytes: 'LIMIT_STACK',
  positions: 'LIMIT_POSITIONS',
  inFlight: 'LIMIT_IN_FLIGHT',
  valueBytes: 'LIMIT_VALUE',
  logChars: 'LIMIT_LOG',
  consoleBytes: 'LIMIT_CONSOLE',
  sourceBytes: 'LIMIT_SOURCE',
} as const;

export type LimitName = keyof typeof limitCodes;

const limitMeanings: { [name in LimitName]: string } = {
  fuel: 'it ran for too many steps',
  memoryBytes: 'it used too much memory',
  stackBytes: 'its calls are nested too deeply',
  positions: 'it made too many calls',
  inFlight: 'it has too many calls in flight',
  valueBytes: 'a value is too large',
  logChars: 'its calls carry too much in all',
  consoleBytes: 'it printed too much',
  sourceBytes: 'its source is too long',
};

/** How a run ends that reached a limit. `position` is the next free one. */
export function limitFailure(name: LimitName, limits: Limits, position: number): ScriptFailure {
  return {
    name: 'LimitError',
    message: `the script reached its limit ${name} (${limits[name]}): ${limitMeanings[name]}`,
    code: limitCodes[name],
    limit: { name, value: limits[name], position },
  };
}

export function stuckFailure(): ScriptFailure {
  return {
    name: 'StuckError',
    message: 'the script waits for something that nothing can settle any more: no call is open',
    code: 'STUCK',
  };
}

/** Maps the guest's description of an error to the author's source. */
export function scriptFailure(
  errorText: string,
  script: CompiledScript,
  limits: Limits,
  position: number,
): ScriptFailure {
  return fromGuest(JSON.parse(errorText) as GuestError, { script, limits, position });
}

interface Surroundings {
  script: CompiledScript;
  limits: Limits;
  position: number;
}

function fromGuest(error: GuestError, around: Surroundings): ScriptFailure {
  const { engine, cause, stack, ...rest } = error;
  const mapped = stack ? mapStack(stack, around.script) : undefined;
  return {
    ...rest,
    ...(engine === true && error.message === 'stack overflow' && stackLimit(around)),
    ...(mapped !== undefined && mapped.stack !== '' && { stack: mapped.stack }),
    ...(mapped?.location !== undefined && { location: mapped.location }),
    ...(cause !== undefined && { cause: fromGuest(cause, around) }),
  };
}

function stackLimit({ limits, position }: Surroundings): Partial<ScriptFailure> {
  const { code, limit } = limitFailure('stackBytes', limits, position);
  return { ...(code !== undefined && { code }), ...(limit !== undefined && { limit }) };
}

const place = new RegExp(`\\(?\\b${guestFile}:(\\d+):(\\d+)\\)?`);

/** The stack with the author's places, without the frames of the bridge; and the innermost of those places. */
export function mapStack(stack: string, script: CompiledScript): { stack: string; location: Location | undefined } {
  let innermost: Location | undefined;
  const frames: string[] = [];
  for (const frame of stack.split('\n')) {
    const found = place.exec(frame);
    const location = found === null ? undefined : script.locate(Number(found[1]), Number(found[2]));
    innermost ??= location;
    if (location !== undefined && found !== null) frames.push(frame.replace(found[0], placeText(location)));
    else if (found === null && !isBridgeFrame(frame) && frame !== '') frames.push(frame);
  }
  return { stack: frames.join('\n'), location: innermost };
}

function placeText(location: Location): string {
  return `(${location.file}:${location.line}:${location.column})`;
}

function isBridgeFrame(frame: string): boolean {
  return /\((lockstep|native)/.test(frame);
}

/** The engine's refusal of a text that our parser took. */
export function engineSyntaxError(failure: ScriptFailure, script: CompiledScript): ScriptSyntaxError {
  const where = failure.location ?? { file: script.file, line: 1, column: 1 };
  return new ScriptSyntaxError(
    `${where.file}:${where.line}:${where.column}: the engine refuses the script: ${failure.message}`,
    where,
  );
}
