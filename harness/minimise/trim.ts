import type { Case } from '../case/index.ts';
import { onAnotherHost, runWorld, type Trace } from '../world/index.ts';
import { withinBounds } from './bounds.ts';
import { observe } from './observed.ts';
import { type Reduced, type ReduceOptions, reduce } from './reduce.ts';
import type { FailureTestOptions } from './same-failure.ts';

export type TrimOptions = Pick<FailureTestOptions, 'engine' | 'elsewhere'> &
  Pick<ReduceOptions, 'spent' | 'triedMax' | 'vain'>;

/**
 * Takes out of a case that breaks no promise what makes no difference to what happens in it: code that never runs, values
 * that nobody reads, behaviours, choices and faults that never come to anything. Every call, outcome, pause, answer,
 * attempt and line of the console stays, in its order and with its values; so does how the run ends.
 */
export function trim(testCase: Case, { engine, elsewhere = onAnotherHost(engine), ...bounds }: TrimOptions): Reduced {
  const on = { engine, elsewhere };
  const storyOf = (one: Case): string => story(runWorld(one, { ...on, digests: 'never' }));
  const kept = storyOf(testCase);
  const isWithinBounds = withinBounds(testCase, on);
  return reduce(testCase, {
    fails: (candidate) => isWithinBounds(candidate) && storyOf(candidate) === kept,
    observe: (candidate) => observe(candidate, engine, elsewhere),
    ...bounds,
  });
}

/** What the case consists of, and where in its text things are: all else that was observed is what happened. */
const asides: ReadonlySet<string> = new Set(['source', 'initialData', 'header', 'decisions', 'location', 'stack']);

function story(trace: Trace): string {
  const { attempts, ...rest } = trace;
  const told = attempts.map(({ run, journal = [], ...attempt }) => {
    const { input: _, ...ended } = run ?? {};
    return { ...attempt, journal: journal.filter(({ type }) => type !== 'start'), run: ended };
  });
  return JSON.stringify({ ...rest, attempts: told }, (key, value: unknown) => (asides.has(key) ? undefined : value));
}
