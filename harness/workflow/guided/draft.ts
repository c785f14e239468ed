import type { Behaviour } from '../../case/index.ts';
import type { PlayedCall } from '../actor.ts';
import type { VariedCase } from '../trial.ts';
import type { Candidate } from './pool.ts';

/** A case that is being changed. What it does not say, dice decide when it is played. */
export interface Draft {
  readonly case: VariedCase;
  /** What was called, by position, in the case that its behaviours are from. */
  readonly calls: ReadonlyMap<number, PlayedCall>;
}

export function draftOf({ case: base, calls }: Candidate): Draft {
  return { case: base, calls: new Map(calls) };
}

/** One execution that the draft decides. */
export interface Decided {
  readonly position: number;
  readonly execution: number;
  readonly name: string;
  readonly behaviour: Behaviour;
}

/** All executions that it decides. */
export function decidedIn({ case: { behaviours }, calls }: Draft): Decided[] {
  return behaviours.flatMap((list, position) => {
    const name = calls.get(position)?.name;
    return name === undefined ? [] : list.map((behaviour, execution) => ({ position, execution, name, behaviour }));
  });
}

export function withCase(draft: Draft, changed: Partial<VariedCase>): Draft {
  return { ...draft, case: { ...draft.case, ...changed } };
}

/** With another behaviour for one execution. */
export function deciding(draft: Draft, { position, execution }: Decided, behaviour: Behaviour): Draft {
  const { behaviours } = draft.case;
  const list = behaviours[position] ?? [];
  return withCase(draft, { behaviours: behaviours.with(position, list.with(execution, behaviour)) });
}

/** With what these positions do left to the dice. */
export function leaving(draft: Draft, isLeft: (position: number) => boolean): Draft {
  const behaviours = draft.case.behaviours.map((list, position) => (isLeft(position) ? [] : list));
  return withCase(draft, { behaviours });
}
