import type { Behaviour } from '../../case/index.ts';
import type { Execution } from '../../world/index.ts';
import { isUndeclared } from '../failures.ts';
import type { Trial } from '../trial.ts';

/**
 * Something that a case reached, so often: a place of the script (a number, place and bucket in one) or an event of the
 * run (a text). Plain data, the same in every thread.
 */
export type Reached = number | string;

/** More of them than there can be of counts in a byte. */
const bucketsMax = 16;

/**
 * What a trial reached. Counts are told apart as roughly as AFL does (Zalewski 2013): a loop that is gone through once
 * more is news at first, and hardly ever later.
 */
export function reachedBy({ hits, trace }: Trial): Reached[] {
  const reached: Reached[] = [];
  hits?.forEach((count, place) => {
    if (count > 0) reached.push(place * bucketsMax + bucketOf(count));
  });
  for (const [event, count] of eventsOf(trace.executions)) reached.push(`${event} ${bucketOf(count)}`);
  const end = trace.attempts.at(-1)?.run;
  return [...reached, `${end?.status ?? trace.end} ${end?.pending.length === 0 ? '' : 'pending'}`];
}

/** The place that was reached; `undefined` for an event. */
export function placeOf(reached: Reached): number | undefined {
  return typeof reached === 'number' ? Math.floor(reached / bucketsMax) : undefined;
}

/** 1, 2, 3, 4 to 7, 8 to 15, 16 to 31, and so on. */
function bucketOf(count: number): number {
  return count < 4 ? count : 2 + Math.floor(Math.log2(count));
}

function eventsOf(executions: readonly Execution[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const execution of executions) {
    const event = eventOf(execution);
    counts.set(event, (counts.get(event) ?? 0) + 1);
  }
  return counts;
}

/** Which action did what, and whether it had been executed before. */
function eventOf({ name, behaviour, execution }: Execution): string {
  return `${name} ${outcomeOf(behaviour)}${execution > 0 ? ' again' : ''}`;
}

function outcomeOf(behaviour: Behaviour): string {
  if (behaviour.type === 'interrupt') return behaviour.then.type;
  if (behaviour.type === 'respond') return behaviour.lie === undefined ? 'responds' : 'lies';
  return isUndeclared(behaviour.failure) ? 'fails otherwise' : `fails ${behaviour.failure.code}`;
}
