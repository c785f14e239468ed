import type { Json } from '../../runtime/index.ts';
import type { Behaviour, Fault, Reaction } from '../case/index.ts';
import { isUndeclared, undeclaredFailures } from './failures.ts';
import type { Trial } from './trial.ts';

/**
 * How large a trial is to a reader: what to compare first comes first. Faults and attempts cost most to understand, then
 * what was done (something odd counts for several plain answers), then orders, then values.
 */
export function sizeOf({ case: played, trace }: Trial): readonly number[] {
  return [
    played.faults.length + slowOnes(played),
    trace.attempts.length + trace.punched.length,
    weigh(played.behaviours, (behaviour) => 1 + oddness(behaviour)),
    played.faults.reduce((sum, fault) => sum + faultSize(fault), 0),
    played.schedule.length,
    played.schedule.reduce((sum, choice) => sum + choice, 0),
    valueSize(played.input) + weigh(played.behaviours, behaviourSize),
    played.onInterrupt === 'stop' ? 0 : 1,
  ];
}

/** A call that is never heard of is as much to understand as a crash. */
function slowOnes({ behaviours }: Trial['case']): number {
  return behaviours.flat().filter(({ pace }) => pace !== undefined).length;
}

/** Whether `a` comes before `b`: at the first place where they differ, the smaller one. */
export function isSmaller(a: readonly number[], b: readonly number[]): boolean {
  const at = a.findIndex((value, i) => value !== b[i]);
  return at !== -1 && (a[at] ?? 0) < (b[at] ?? 0);
}

/** A plain crash in the first attempt before everything else; whatever a fault has beyond that makes it larger. */
function faultSize(fault: Fault): number {
  const later = 'attempt' in fault ? (fault.attempt ?? 0) * 5 : 0;
  const flags = 'before' in fault || 'unstarted' in fault || 'otherwise' in fault ? 1 : 0;
  return later + flags + kindSize(fault);
}

function kindSize(fault: Fault): number {
  switch (fault.type) {
    case 'crash':
      return fault.turn;
    case 'crash-record':
      return 100 + fault.record;
    case 'lose-tail':
      return 200 + fault.turn + fault.records + Math.min(fault.bytes, 50);
    case 'punch':
      return fault.positions.length;
    case 'resume-twice':
      return fault.pause;
    case 'clock-jump':
      return Math.log2(Math.abs(fault.ms) + 1) + (fault.ms < 0 ? 1 : 0) + (fault.turn ?? 0);
    default:
      return fault.turn;
  }
}

function weigh(behaviours: Behaviour[][], weight: (behaviour: Behaviour) => number): number {
  return behaviours.flat().reduce((sum, behaviour) => sum + weight(behaviour), 0);
}

function oddness(behaviour: Behaviour): number {
  return outcomeOddness(behaviour) + (behaviour.pace === undefined ? 0 : behaviour.pace === 'late' ? 1 : 2);
}

function outcomeOddness(behaviour: Behaviour): number {
  if (behaviour.type === 'respond') return behaviour.lie === undefined ? 0 : 3;
  if (behaviour.type === 'fail') return isUndeclared(behaviour.failure) ? 3 : 2;
  return behaviour.then.type === 'answer' ? 1 : 2;
}

function behaviourSize(behaviour: Behaviour): number {
  if (behaviour.type === 'respond') return valueSize(behaviour.value);
  if (behaviour.type === 'fail') return isUndeclared(behaviour.failure) ? failureRank(behaviour.failure.name) : 0;
  const { then } = behaviour;
  return valueSize(behaviour.payload) + reactionSize(then);
}

/** The plainest of the undeclared ones first. */
function failureRank(name: string): number {
  return undeclaredFailures.findIndex((failure) => failure.name === name);
}

function reactionSize(then: Reaction): number {
  if (then.type === 'answer') return valueSize(then.answer);
  return then.type === 'reject' && then.reason !== 'no' ? 1 : 0;
}

function valueSize(value: Json): number {
  if (value === null || value === false) return 0;
  if (value === true) return 1;
  if (typeof value === 'number') return numberSize(value);
  if (typeof value === 'string') return value.length * 2 + (value === 'a'.repeat(value.length) ? 0 : 1);
  const items: Json[] = Array.isArray(value) ? value : Object.values(value);
  return items.reduce<number>((sum, item) => sum + 1 + valueSize(item), 1);
}

/** Whole before fractional, positive before negative, then by magnitude. */
function numberSize(value: number): number {
  return Math.min(Math.abs(value), 1e6) + (Number.isInteger(value) ? 0 : 10) + (value < 0 ? 5 : 0);
}
