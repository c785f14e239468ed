import {
  type CallLog,
  type CallLogEntry,
  type ConsoleLine,
  firstDifference,
  type Json,
  type Run,
  type ScriptFailure,
} from '../../runtime/index.ts';
import type { AttemptTrace, TurnTrace } from '../world/index.ts';
import { engineDifferences } from './engine-differences.ts';
import { type Course, describeDifference, type MemoryDifference, memoryDifference } from './memory-difference.ts';
import type { Divergence, OracleContext, Verdict } from './oracle.ts';

/**
 * How two executions are compared, and, in `leftOut`, everything that is not. Whoever leaves out more adds it there.
 */
export const leftOut: readonly { readonly what: string; readonly reason: string }[] = [
  {
    what: 'warnings',
    reason:
      'They speak of the attempt: an answer that was not used, a call left in flight. Another attempt has others.',
  },
  {
    what: 'pending, where a run is compared with an uninterrupted one',
    reason: 'An uninterrupted execution has no interrupts: what waits for a person there is simply in flight.',
  },
  {
    what: 'turns after which memory was not kept on both sides',
    reason:
      'Keeping it costs as much as a short turn. It is kept at the end, and after every turn in a sample of the cases; a difference is followed back to the turn where it began.',
  },
  {
    what: 'the memory of an attempt that was stopped, where it is not at the same number of deliveries',
    reason: 'Memory is compared between equal points of the history only.',
  },
  {
    what: 'the text of stack traces of the host',
    reason: 'They name files of this package. The stacks that a script can see are compared, as part of its values.',
  },
  ...engineDifferences,
];

/** Where an execution ended. */
export interface Ending extends Course {
  readonly state: string;
  readonly value?: Json | undefined;
  readonly error?: ScriptFailure | undefined;
  readonly data: Json;
  readonly console: readonly ConsoleLine[];
  readonly callLog: CallLog;
}

/**
 * The first difference between two endings, in the order in which one would have caused the next: the log, the console,
 * the turns, how the script ended, `data`, and memory alone. `first` and `second` name the two executions in the message.
 */
export function compareEndings(first: string, second: string, a: Ending, b: Ending): Verdict {
  const visible =
    compareLogs(first, second, a.callLog, b.callLog) ??
    compareConsoles(first, second, a.console, b.console) ??
    compareTurns(first, second, a.turns, b.turns) ??
    compareOutcomes(first, second, a, b) ??
    compareJson('data', "the script's data", first, second, a.data, b.data);
  if (visible === undefined) return compareMemories(first, second, a, b);
  const memory = memoryDifference(a, b, true);
  if (memory === undefined) return visible;
  const from = `Memory differs from turn ${memory.turn} on: ${memoryShown(first, second, memory)}.`;
  return { ...visible, message: `${visible.message} ${from}`, turn: visible.turn ?? memory.turn };
}

/**
 * How an attempt ended in a run. `again` runs it again, with its memory kept after a turn. What was aborted waits like what is
 * paused: that somebody gave it up is none of the script's doing.
 */
export function endingOf({ turns, memories }: AttemptTrace, run: Run, again: Course['again']): Ending {
  const { status, data, console, callLog } = run;
  return {
    turns,
    memories,
    again,
    state: status === 'aborted' ? 'interrupted' : status,
    value: run.status === 'completed' ? run.value : undefined,
    error: run.status === 'failed' ? run.error : undefined,
    data,
    console,
    callLog,
  };
}

/** Runs the case again for the memory of one of its attempts. */
export function memoriesAgain({ again }: Pick<OracleContext, 'again'>, attempt: number): Course['again'] {
  return (turn) => again([turn]).attempts[attempt]?.memories;
}

function compareLogs(first: string, second: string, a: CallLog, b: CallLog): Verdict {
  const length = Math.max(a.length, b.length);
  for (let position = 0; position < length; position++) {
    const [left, right] = [a[position] ?? null, b[position] ?? null];
    if (sameText(left, right)) continue;
    return {
      kind: `log:${entryDifference(left, right)}`,
      message: `The logs differ at position ${position}: ${inBoth(first, second, left, right)}.`,
      position,
    };
  }
  return undefined;
}

function entryDifference(a: CallLogEntry | null, b: CallLogEntry | null): string {
  if (a === null || b === null) return 'missing';
  if (a.type !== b.type) return 'kind';
  if (a.type !== 'action' || b.type !== 'action') return 'read';
  if (a.name !== b.name) return 'name';
  if (!sameText(a.input, b.input)) return 'input';
  if (a.order !== b.order) return 'order';
  return a.at === b.at ? 'outcome' : 'time';
}

function compareConsoles(first: string, second: string, a: readonly ConsoleLine[], b: readonly ConsoleLine[]): Verdict {
  const length = Math.max(a.length, b.length);
  for (let line = 0; line < length; line++) {
    if (sameText(a[line] ?? null, b[line] ?? null)) continue;
    const both = inBoth(first, second, a[line] ?? null, b[line] ?? null);
    return { kind: 'console', message: `The consoles differ at line ${line}: ${both}.` };
  }
  return undefined;
}

/** The first turn that had another cause, reserved other positions or ended otherwise. */
export function compareTurns(first: string, second: string, a: readonly TurnTrace[], b: readonly TurnTrace[]): Verdict {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index++) {
    const kind = turnDifference(a[index] as TurnTrace, b[index] as TurnTrace);
    if (kind === undefined) continue;
    const both = inBoth(first, second, turnShown(a[index] as TurnTrace), turnShown(b[index] as TurnTrace));
    return { kind: `turn:${kind}`, message: `The executions differ in turn ${index} (${kind}): ${both}.`, turn: index };
  }
  return undefined;
}

function turnDifference(a: TurnTrace, b: TurnTrace): string | undefined {
  if (a.index !== b.index) return 'index';
  if (deliveredAt(a) !== deliveredAt(b)) return 'delivery';
  if (a.positions.from !== b.positions.from || a.positions.to !== b.positions.to) return 'positions';
  return a.state === b.state ? undefined : 'state';
}

function deliveredAt({ cause }: TurnTrace): number {
  return cause.type === 'delivery' ? cause.position : -1;
}

function turnShown({ cause, positions, state }: TurnTrace): Json {
  const delivers = cause.type === 'delivery' ? cause.position : null;
  return { delivers, reserves: [positions.from, positions.to], state };
}

function compareOutcomes(first: string, second: string, a: Ending, b: Ending): Verdict {
  if (a.state !== b.state) {
    return { kind: 'state', message: `The script ends differently: ${inBoth(first, second, a.state, b.state)}.` };
  }
  return (
    compareJson('value', 'the value', first, second, a.value ?? null, b.value ?? null) ??
    compareJson('error', "the script's failure", first, second, asJson(a.error), asJson(b.error))
  );
}

function compareJson(kind: string, what: string, first: string, second: string, a: Json, b: Json): Verdict {
  if (sameText(a, b)) return undefined;
  const difference = firstDifference(a, b);
  const at = difference === undefined ? 'in the order of its keys' : `at ${difference.path}`;
  const [left, right] = [difference?.recorded ?? a, difference?.observed ?? b];
  return { kind, message: `Of ${what}, the two differ ${at}: ${inBoth(first, second, left, right)}.` };
}

/** The first turn after which the guests' memories differ, as far as they were kept, and where they do. */
export function compareMemories(first: string, second: string, a: Course, b: Course): Verdict {
  const difference = memoryDifference(a, b);
  if (difference === undefined) return undefined;
  const { turn } = difference;
  const where = memoryShown(first, second, difference);
  return {
    kind: 'memory',
    message: `Everything visible is equal, but after turn ${turn} the guest's memory is not: ${where}.`,
    turn,
  };
}

function memoryShown(first: string, second: string, { a, b }: MemoryDifference): string {
  return describeDifference(a, b, (left, right) => `${first} ${left}, ${second} ${right}`);
}

/** Whether two values have the same JSON text: the same keys in the same order. */
export function sameText(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}

/** Whether two values are the same JSON whatever the order of keys. By itself: what is judged must not be its own judge. */
export function sameJson(a: Json, b: Json): boolean {
  if (a === b) return true;
  if (a === null || b === null || typeof a !== 'object' || typeof b !== 'object') return false;
  if (Array.isArray(a) || Array.isArray(b)) return Array.isArray(a) && Array.isArray(b) && sameItems(a, b);
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && sameJson(a[key] as Json, b[key] as Json))
  );
}

function sameItems(a: readonly Json[], b: readonly Json[]): boolean {
  return a.length === b.length && a.every((item, index) => sameJson(item, b[index] as Json));
}

function asJson(value: unknown): Json {
  return value === undefined ? null : (JSON.parse(JSON.stringify(value)) as Json);
}

function inBoth(first: string, second: string, a: unknown, b: unknown): string {
  return `${first} ${show(a)}, ${second} ${show(b)}`;
}

const shownMax = 300;

/** A value in a message, cut where it is long. */
export function show(value: unknown): string {
  const text = JSON.stringify(value) ?? 'undefined';
  return text.length > shownMax ? `${text.slice(0, shownMax)}… (${text.length} characters)` : text;
}

/** The divergence that something thrown is. */
export function thrownDivergence(
  execution: string,
  thrown: { name: string; message: string; code?: string; reason?: string; position?: number },
): Divergence {
  const kind = `thrown:${thrown.reason ?? thrown.code ?? thrown.name}`;
  const message = `${execution} ended with ${thrown.name}: ${thrown.message}`;
  return { kind, message, ...(thrown.position !== undefined && { position: thrown.position }) };
}
