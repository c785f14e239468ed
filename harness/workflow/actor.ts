import type { ActionFailure, Json } from '../../runtime/index.ts';
import type { Behaviour, Pace } from '../case/index.ts';
import type { ActedCall, Actor } from '../world/index.ts';
import type { ActionValues, WorkflowValues } from './action-values.ts';
import type { SimulateContext, WorkflowAction } from './declaration.ts';
import { actionFailure, failureOf, failureThrown, isMistake, SimulatedFailure } from './failures.ts';
import { stateOf } from './model-state.ts';
import type { SchemaIssue } from './schema/check.ts';

/** What an execution is meant to do. A response without a value is `simulate`'s, or else the simplest one. */
export type Intention =
  | Exclude<Behaviour, { type: 'respond' }>
  | { type: 'respond'; value?: Json; simulated?: true; lie?: string; pace?: Pace };

/** What was called at a position. */
export interface PlayedCall {
  readonly name: string;
  readonly input: Json;
}

/** Decides what executions are meant to do: by dice, or by a case. */
export interface Intent {
  intend(call: ActedCall, action: ActionValues): Intention;
}

/** The author's own code went wrong: nothing can be said about the script. */
export class ModelMistake extends Error {
  constructor(
    /** As `simulate of refund`. */
    readonly part: string,
    readonly problem: string,
  ) {
    super(`${part} ${problem}`);
  }
}

/**
 * Plays a workflow's actions in one case: checks inputs, runs `simulate` on the case's model, checks what it gives, and
 * writes down what each execution did, so that the case can be played again without dice.
 */
export class WorkflowActor implements Actor {
  /** The executions (see `executionId`) in which `simulate` changed the model. */
  readonly changes = new Set<string>();
  /** By position, what was called and what each execution of it did. */
  readonly played = new Map<number, PlayedCall & { readonly behaviours: Behaviour[] }>();

  constructor(
    private readonly values: WorkflowValues,
    private readonly model: unknown,
    private readonly intent: Intent,
  ) {}

  /** A second attempt of a run is played without the model: what it does is nothing that happens in this case. */
  fork(): Actor {
    return { execute: (call) => withoutModel(call, this.actionOf(call)) };
  }

  execute(call: ActedCall): Behaviour {
    const behaviour = this.behaviour(call, this.actionOf(call));
    this.remember(call, behaviour);
    return behaviour;
  }

  private actionOf({ name }: ActedCall): ActionValues {
    const action = this.values.actions.get(name);
    if (action === undefined) throw new Error(`The workflow has no action ${name}.`);
    return action;
  }

  private behaviour(call: ActedCall, action: ActionValues): Behaviour {
    const input = action.input?.check(call.input) ?? { value: call.input };
    if ('issues' in input) return { type: 'fail', failure: invalidInput(action.name, input.issues) };
    const intended = this.intent.intend(call, action);
    const { pace } = intended;
    const performed = this.perform(call, action, input.value, intended);
    return pace === undefined ? performed : { ...performed, pace };
  }

  private perform(call: ActedCall, action: ActionValues, input: Json, intended: Intention): Behaviour {
    const intention = this.mayIntend(call, action, intended) ? intended : answers;
    if (intention.type === 'interrupt') return intention;
    if (intention.type === 'respond') {
      const { value, lie } = intention;
      if (action.declared.simulate !== undefined) return lying(this.simulate(call, action, input), intention);
      return {
        type: 'respond',
        value: value ?? (action.output ?? action.answer)?.simplest ?? null,
        ...(lie && { lie }),
      };
    }
    if (intention.simulated === undefined || action.declared.simulate === undefined) return intention;
    const simulated = this.simulate(call, action, input);
    return simulated.type === 'fail' ? simulated : intention;
  }

  /**
   * A failure that followed from something is not to be planned: in a variant of a case there may be no reason for it. And
   * an action that did its work under a key does not fail under the same one as if it had not.
   */
  private mayIntend(call: ActedCall, { declared }: ActionValues, intended: Intention): boolean {
    if (intended.type !== 'fail') return true;
    if (intended.simulated && declared.simulate !== undefined) return failsAfterEffect(declared, intended.failure);
    return !isInvalidInput(intended.failure) && !this.hasWorked(call);
  }

  private hasWorked({ position }: ActedCall): boolean {
    return this.played.get(position)?.behaviours.some(worked) ?? false;
  }

  private simulate(call: ActedCall, action: ActionValues, input: Json): Behaviour {
    const part = `simulate of ${action.name}`;
    let given: unknown;
    try {
      given = this.watched(call, action, () => action.declared.simulate?.(input, this.context(call)));
    } catch (error) {
      if (isMistake(error))
        throw new ModelMistake(
          part,
          `threw ${error instanceof Error ? `${error.name}: ${error.message}` : String(error)}`,
        );
      return { type: 'fail', failure: failureThrown(error as Error), simulated: true };
    }
    if (given instanceof Promise) throw promised(part, given);
    const output = action.output?.check(given) ?? { value: (given ?? null) as Json };
    if ('value' in output) return { type: 'respond', value: output.value, simulated: true };
    const issues = output.issues.map(({ path, message }) => `${path} ${message}`).join('; ');
    throw new ModelMistake(part, `returned what its output schema refuses: ${issues}`);
  }

  /** Notes whether it changes the model, where that can be a fault. */
  private watched(call: ActedCall, { declared }: ActionValues, simulate: () => unknown): unknown {
    if (declared.effect === 'any' || this.model === undefined) return simulate();
    const before = stateOf(this.model);
    try {
      return simulate();
    } finally {
      if (stateOf(this.model) !== before) this.changes.add(executionId(call));
    }
  }

  private context(call: ActedCall): SimulateContext<unknown> {
    const { idempotencyKey, position, execution, answer } = call;
    return {
      model: this.model,
      idempotencyKey,
      position,
      execution,
      answer,
      fail(failure) {
        throw new SimulatedFailure(failureOf(failure));
      },
    };
  }

  private remember({ position, name, input }: ActedCall, behaviour: Behaviour): void {
    const played = this.played.get(position) ?? { name, input, behaviours: [] };
    this.played.set(position, played);
    played.behaviours.push(behaviour);
  }

  /** What was played, as a case has it. */
  get behaviours(): Behaviour[][] {
    const length = Math.max(-1, ...this.played.keys()) + 1;
    return Array.from({ length }, (_, position) => this.played.get(position)?.behaviours ?? []);
  }
}

const answers: Intention = { type: 'respond' };

/** One execution among all of a case. */
export function executionId({ position, execution }: Pick<ActedCall, 'position' | 'execution'>): string {
  return `${position}/${execution}`;
}

function withoutModel(call: ActedCall, { answer, output }: ActionValues): Behaviour {
  if (answer !== undefined && call.answer === undefined) {
    return { type: 'interrupt', payload: call.input, then: { type: 'leave' } };
  }
  return { type: 'respond', value: call.answer ?? (output ?? answer)?.simplest ?? null };
}

/** What was to be a lie stays one, whatever the model would have answered. */
function lying(honest: Behaviour, { value = null, lie }: { value?: Json; lie?: string }): Behaviour {
  return lie === undefined || honest.type !== 'respond' ? honest : { ...honest, value, lie };
}

function worked(behaviour: Behaviour): boolean {
  return behaviour.type !== 'interrupt' && behaviour.simulated === true;
}

/** Whether the declaration says so; else it was `simulate` that decided it. */
function failsAfterEffect({ fails = [] }: WorkflowAction, { name, message, code }: ActionFailure): boolean {
  return fails.some((declared) => {
    if (typeof declared === 'string' || !declared.afterEffect) return false;
    const failure = failureOf(declared);
    return failure.name === name && failure.message === message && failure.code === code;
  });
}

function promised(part: string, given: Promise<unknown>): ModelMistake {
  given.catch(() => {});
  return new ModelMistake(part, 'returned a promise; it has to answer at once, because time is simulated');
}

const [invalidName, invalidCode] = ['InvalidInput', 'INVALID_INPUT'];

function isInvalidInput({ name, code }: ActionFailure): boolean {
  return name === invalidName && code === invalidCode;
}

/** As the sandbox records an input that a schema refuses. */
function invalidInput(action: string, issues: readonly SchemaIssue[]): ActionFailure {
  const texts = issues.map(({ path, message }) => (path === '$' ? message : `${path.slice(2)}: ${message}`));
  const message = `${action} refuses this input: ${texts.join('; ')}`;
  return actionFailure(invalidName, message, invalidCode, { issues: issues.map((issue) => ({ ...issue })) });
}
