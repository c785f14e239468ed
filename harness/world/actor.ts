import type { ExecutableCall } from '../../runtime/index.ts';
import type { Behaviour, Case } from '../case/index.ts';

/** A call that an action is about to be executed for. */
export type ActedCall = ExecutableCall & {
  /** How often this position was executed before, in all attempts of the run. */
  readonly execution: number;
};

/** Plays the actions: decides what an execution does. Must be repeatable; may keep state for one case. */
export interface Actor {
  execute(call: ActedCall): Behaviour;
  /** Plays a second attempt of a run that is gone on with, and this one hears nothing of it. Default: this one plays it too. */
  fork?(): Actor;
}

const respondNull: Behaviour = { type: 'respond', value: null };

/**
 * Plays what the case says: behaviours by position, then by execution, the last one repeating. A repeated interrupt
 * that has its answer by now responds with it, as an action does that asks a person and returns what they said.
 */
export function caseActor(testCase: Case): Actor {
  return {
    execute(call) {
      const planned = planFor(testCase, call.position);
      const behaviour = planned[Math.min(call.execution, planned.length - 1)] ?? respondNull;
      const repeated = call.execution >= planned.length;
      if (repeated && behaviour.type === 'interrupt' && call.answer !== undefined)
        return { type: 'respond', value: call.answer };
      return behaviour;
    },
  };
}

function planFor(testCase: Case, position: number): readonly Behaviour[] {
  const { behaviours } = testCase;
  return behaviours.length === 0 ? [] : (behaviours[position % behaviours.length] ?? []);
}
