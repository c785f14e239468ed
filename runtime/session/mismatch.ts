import { CallLogMismatchError, type Location, type MismatchReason, type ScriptFailure } from '../errors.ts';
import { firstDifference } from '../log/canonical.ts';
import type { CallLog, CallLogEntry, Json, ObservedCall } from '../log/entry.ts';
import { sleepName } from '../log/sleep.ts';
import { authorText, type CompiledScript, excerpt } from '../script/index.ts';

/** A divergence, before it is explained. */
export interface Divergence {
  position: number;
  reason: MismatchReason;
  recorded: CallLogEntry;
  observed: ObservedCall | undefined;
  cause?: ScriptFailure | undefined;
}

/**
 * The error for a divergence. Its message says in this order: the position, what was recorded, what was observed, where an
 * input parts from the recorded one, and the line of source.
 */
export function explain(
  divergence: Divergence,
  callLog: CallLog,
  script: CompiledScript,
  location: Location | undefined,
): CallLogMismatchError {
  const lines = [
    `The script does not follow its call log at position ${divergence.position}.`,
    `  recorded: ${describeEntry(divergence.recorded)}`,
    `  observed: ${describeObserved(divergence)}`,
    ...differenceLines(divergence),
    ...locationLines(script, location),
    ...causeLines(divergence.cause),
  ];
  return new CallLogMismatchError(lines.join('\n'), { ...divergence, callLog, location });
}

function describeEntry(entry: CallLogEntry): string {
  return entry.type === 'action' ? callText(entry.name, entry.input) : readText(entry.type);
}

function describeObserved({ reason, observed, recorded }: Divergence): string {
  if (reason === 'order') return describeUndeliverable(recorded, observed);
  if (observed === undefined) return 'nothing: the script ended before it got there';
  return observed.type === 'action' ? callText(observed.name, observed.input) : readText(observed.type);
}

function describeUndeliverable(recorded: CallLogEntry, observed: ObservedCall | undefined): string {
  const order = recorded.type === 'action' ? recorded.order : undefined;
  return observed === undefined
    ? `nothing: the outcome of order ${order} is due, and the script has not made this call`
    : `the call, but the outcome of order ${order} cannot be delivered: an earlier order is missing and no call is open that could take it`;
}

function readText(type: 'now' | 'random'): string {
  return type === 'now' ? 'a clock read' : 'a random number';
}

function callText(name: string, input: Json): string {
  if (name === sleepName) return `sleep, with ${shorten(JSON.stringify(input))}`;
  return `actions.${name}(${shorten(JSON.stringify(input))})`;
}

const textMax = 200;

function shorten(text: string): string {
  return text.length <= textMax ? text : `${text.slice(0, textMax)}…`;
}

function differenceLines({ reason, recorded, observed }: Divergence): string[] {
  if (reason !== 'input' || recorded.type !== 'action' || observed?.type !== 'action') return [];
  const difference = firstDifference(recorded.input, observed.input);
  if (difference === undefined) return [];
  return [
    `  they differ at ${difference.path}: recorded ${side(difference.recorded)}, observed ${side(difference.observed)}`,
  ];
}

function side(value: Json | undefined): string {
  return value === undefined ? 'nothing' : shorten(JSON.stringify(value));
}

function locationLines(script: CompiledScript, location: Location | undefined): string[] {
  if (location === undefined) return [];
  return [
    `  at ${location.file}:${location.line}:${location.column}`,
    excerpt(authorText(script.source, location.file), location),
  ];
}

function causeLines(cause: ScriptFailure | undefined): string[] {
  return cause === undefined ? [] : [`  the script had ended with ${cause.name}: ${shorten(cause.message)}`];
}
