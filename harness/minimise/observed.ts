import type { EngineLike } from '../../runtime/index.ts';
import type { Case } from '../case/index.ts';
import { recorded, type Scheduler } from '../schedule/index.ts';
import { runWorld, type Trace } from '../world/index.ts';

/** What a reducer may have to know of how a case went, to change its script and its world together. */
export interface Observed {
  /** What was asked at each position that was reserved, as `now`, `random`, or the name of an action. */
  readonly asked: ReadonlyMap<number, string>;
  /** The scheduler's decisions, in their order. */
  readonly decisions: readonly Decision[];
}

export interface Decision {
  readonly choice: number;
  /** Where it was about which call settles next: the positions to choose from. */
  readonly candidates?: readonly number[];
}

/** Runs a case once, as cheaply as can be, and says what a reducer may have to know of it. */
export function observe(testCase: Case, engine: EngineLike, elsewhere: EngineLike): Observed | undefined {
  const decisions: Decision[] = [];
  const scheduler = noting(recorded(testCase.schedule), decisions);
  const trace = runWorld(testCase, { engine, elsewhere, scheduler, digests: 'never' });
  return trace.end === 'invalid' ? undefined : { asked: askedIn(trace), decisions };
}

function noting(inner: Scheduler, decisions: Decision[]): Scheduler {
  return {
    name: inner.name,
    choose(count: number, candidates?: readonly number[]) {
      const choice = inner.choose(count);
      decisions.push({ choice, ...(candidates && { candidates: [...candidates] }) });
      return choice;
    },
  };
}

function askedIn({ attempts }: Trace): ReadonlyMap<number, string> {
  const asked = new Map<number, string>();
  for (const { calls } of attempts)
    for (const call of calls) asked.set(call.position, call.kind === 'action' ? call.name : call.kind);
  return asked;
}
