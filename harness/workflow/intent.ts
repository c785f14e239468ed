import type { Json } from '../../runtime/index.ts';
import type { Behaviour, Case, Reaction } from '../case/index.ts';
import type { ActedCall } from '../world/index.ts';
import type { ActionValues } from './action-values.ts';
import type { Intent, Intention } from './actor.ts';
import type { DeclaredFailure } from './declaration.ts';
import { failureOf, undeclaredFailure } from './failures.ts';
import type { Mix } from './mix.ts';
import type { Dice } from './random.ts';

/** Throws dice for each execution, in the proportions of the case's mix. */
export class DiceIntent implements Intent {
  constructor(
    private readonly dice: Dice,
    private readonly mix: Mix,
  ) {}

  intend(call: ActedCall, action: ActionValues): Intention {
    if (this.pauses(call, action)) return this.pause(call, action);
    return this.failure(action) ?? respond(call, action, () => action.output?.draw(this.dice));
  }

  private pauses(call: ActedCall, action: ActionValues): boolean {
    return action.answer !== undefined && call.answer === undefined && this.dice.chance(this.mix.pauses);
  }

  private pause(call: ActedCall, action: ActionValues): Intention {
    const payload = action.payload?.draw(this.dice) ?? call.input;
    return { type: 'interrupt', payload, then: this.reaction(action) };
  }

  private reaction(action: ActionValues): Reaction {
    if (this.dice.chance(this.mix.rejections))
      return { type: 'reject', reason: this.dice.pick(['no', 'no', '', null]) };
    if (this.dice.chance(this.mix.silence)) return { type: 'leave' };
    return { type: 'answer', answer: action.answer?.draw(this.dice) ?? null };
  }

  private failure({ declared }: ActionValues): Intention | undefined {
    const { fails = [] } = declared;
    if (fails.length > 0 && this.dice.chance(this.mix.failures)) return declaredFailure(this.dice.pick(fails));
    return this.dice.chance(this.mix.undeclared) ? { type: 'fail', failure: undeclaredFailure } : undefined;
  }
}

function declaredFailure(declared: DeclaredFailure): Intention {
  const afterEffect = typeof declared === 'object' && declared.afterEffect === true;
  return { type: 'fail', failure: failureOf(declared), ...(afterEffect && { simulated: true }) };
}

/** What a person said is the response, where the action's output can be that. Without an answer they have said it at once. */
function respond(call: ActedCall, action: ActionValues, made: () => Json | undefined): Intention {
  if (call.answer !== undefined && (action.output?.accepts(call.answer) ?? true)) {
    return { type: 'respond', value: call.answer };
  }
  const value = made();
  return value === undefined ? { type: 'respond' } : { type: 'respond', value };
}

/**
 * Plays a case. Where the script, or a smaller variant of the case, leads to a call that the case has nothing fitting
 * for, the action does the simplest thing: it answers, and people answer it.
 */
export class CaseIntent implements Intent {
  constructor(
    private readonly played: Case,
    /** Names of the actions that the behaviours were played for, by position, where that is known. */
    private readonly names: ReadonlyMap<number, string> | undefined,
  ) {}

  intend(call: ActedCall, action: ActionValues): Intention {
    const planned = this.planned(call, action.name);
    const behaviour = planned[Math.min(call.execution, planned.length - 1)];
    if (behaviour === undefined || !fits(behaviour, call, action)) return simplest(call, action);
    if (behaviour.type === 'interrupt' && action.payload === undefined) return { ...behaviour, payload: call.input };
    return behaviour;
  }

  private planned({ position }: ActedCall, name: string): readonly Behaviour[] {
    if (this.names !== undefined && this.names.get(position) !== name) return [];
    return this.played.behaviours[position] ?? [];
  }
}

function fits(behaviour: Behaviour, call: ActedCall, { declared, output, answer }: ActionValues): boolean {
  switch (behaviour.type) {
    case 'fail':
      return true;
    case 'interrupt':
      return call.answer === undefined && answer !== undefined;
    case 'respond':
      return declared.simulate !== undefined || (output?.accepts(behaviour.value) ?? true);
  }
}

function simplest(call: ActedCall, action: ActionValues): Intention {
  if (action.answer !== undefined && call.answer === undefined) {
    return { type: 'interrupt', payload: call.input, then: { type: 'answer', answer: action.answer.simplest } };
  }
  return respond(call, action, () => undefined);
}
