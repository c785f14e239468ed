import type { Json } from '../../runtime/index.ts';
import type { Behaviour, Case, Reaction } from '../case/index.ts';
import type { ActedCall } from '../world/index.ts';
import type { ActionValues } from './action-values.ts';
import type { Intent, Intention, PlayedCall } from './actor.ts';
import type { DeclaredFailure } from './declaration.ts';
import { failureOf, undeclaredFailures } from './failures.ts';
import { drawPace } from './faults.ts';
import type { Mix } from './mix.ts';
import type { Dice } from './random.ts';

/** Throws dice for each execution, in the proportions of the case's mix. */
export class DiceIntent implements Intent {
  constructor(
    private readonly dice: Dice,
    private readonly mix: Mix,
  ) {}

  intend(call: ActedCall, action: ActionValues): Intention {
    return { ...this.outcome(call, action), ...drawPace(this.dice, this.mix) };
  }

  private outcome(call: ActedCall, action: ActionValues): Intention {
    if (this.pauses(call, action)) return this.pause(call, action);
    return (
      this.failure(action) ??
      this.lie(action) ??
      respond(call, action, () => (action.output ?? action.answer)?.draw(this.dice))
    );
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

  private lie({ lies, output }: ActionValues): Intention | undefined {
    if (!lies || output === undefined || !this.dice.chance(this.mix.lies)) return undefined;
    const lie = output.lie(this.dice);
    return lie && { type: 'respond', ...lie };
  }

  private failure({ name, declared }: ActionValues): Intention | undefined {
    const { fails = [] } = declared;
    const { outage } = this.mix;
    if (outage?.action === name) return declaredFailure(outage.failure);
    if (fails.length > 0 && this.dice.chance(this.mix.failures)) return declaredFailure(this.dice.pick(fails));
    return this.dice.chance(this.mix.undeclared)
      ? { type: 'fail', failure: this.dice.pick(undeclaredFailures) }
      : undefined;
  }
}

function declaredFailure(declared: DeclaredFailure): Intention {
  const afterEffect = typeof declared === 'object' && declared.afterEffect === true;
  return { type: 'fail', failure: failureOf(declared), ...(afterEffect && { simulated: true }) };
}

/** What a person said is the response, where the action's output can be that. Without an answer they have said it at once. */
function respond(call: ActedCall, action: ActionValues, made: () => Json | undefined): Intention {
  if (isResponse(call.answer, action)) {
    return { type: 'respond', value: call.answer };
  }
  const value = made();
  return value === undefined ? { type: 'respond' } : { type: 'respond', value };
}

function isResponse(answer: Json | undefined, { output }: ActionValues): answer is Json {
  return answer !== undefined && (output?.accepts(answer) ?? true);
}

/**
 * Plays a case. Where the script, or a smaller variant of the case, leads to a call that the case has nothing fitting
 * for, the action does the simplest thing: it answers, and people answer it.
 */
export class CaseIntent implements Intent {
  /** By position, where in the case its behaviours stand. */
  private readonly sources = new Map<number, number | undefined>();

  constructor(
    private readonly played: Case,
    /** What was called by position when the case was played; absent for a case that is played as it is. */
    private readonly calls?: ReadonlyMap<number, PlayedCall>,
  ) {}

  intend(call: ActedCall, action: ActionValues): Intention {
    return plannedFor(this.planned(call), call, action) ?? simplest(call, action);
  }

  private planned(call: ActedCall): readonly Behaviour[] {
    if (this.calls === undefined) return this.played.behaviours[call.position] ?? [];
    if (!this.sources.has(call.position)) this.sources.set(call.position, this.sourceOf(call, this.calls));
    const source = this.sources.get(call.position);
    return source === undefined ? [] : (this.played.behaviours[source] ?? []);
  }

  /** Positions shift in a variant: the same call elsewhere is a better match than another one here. */
  private sourceOf(call: ActedCall, calls: ReadonlyMap<number, PlayedCall>): number | undefined {
    const here = calls.get(call.position);
    const used = [...this.sources.values()];
    const input = JSON.stringify(call.input);
    const same = (played: PlayedCall | undefined) =>
      played?.name === call.name && JSON.stringify(played.input) === input;
    if (same(here)) return call.position;
    const elsewhere = [...calls].find(([position, played]) => same(played) && !used.includes(position));
    return elsewhere?.[0] ?? (here?.name === call.name ? call.position : undefined);
  }
}

/** What the behaviours planned for a position say of an execution; `undefined` where they say nothing that fits. */
export function plannedFor(
  planned: readonly Behaviour[],
  call: ActedCall,
  action: ActionValues,
): Intention | undefined {
  const behaviour = planned[Math.min(call.execution, planned.length - 1)];
  if (behaviour === undefined || !fits(behaviour, call, action)) return undefined;
  if (behaviour.type === 'respond' && behaviour.lie === undefined && isResponse(call.answer, action)) {
    return { ...behaviour, value: call.answer };
  }
  return behaviour.type === 'interrupt' && action.payload === undefined
    ? { ...behaviour, payload: call.input }
    : behaviour;
}

/** People are asked once, and only where the action asks. */
function fits(behaviour: Behaviour, call: ActedCall, { answer }: ActionValues): boolean {
  return behaviour.type !== 'interrupt' || (call.answer === undefined && answer !== undefined);
}

function simplest(call: ActedCall, action: ActionValues): Intention {
  if (action.answer !== undefined && call.answer === undefined) {
    return { type: 'interrupt', payload: call.input, then: { type: 'answer', answer: action.answer.simplest } };
  }
  return respond(call, action, () => undefined);
}
