import type { Answers, ExecutableCall, PendingCall, Run } from '../../runtime/index.ts';
import type { Reaction } from '../case/index.ts';
import type { Scheduler } from '../schedule/index.ts';
import type { Actor } from './actor.ts';
import type { Execution } from './trace.ts';

/** All that is outside of a run: who executes its calls, who is asked, and what is remembered of that between attempts. */
export class Outside {
  /** In the order in which they were started. */
  readonly executions: Execution[] = [];
  readonly #actor: Actor;
  /** How often each position has been executed. */
  readonly #executed: Map<number, number>;
  /** What people do about the interrupt at a position. */
  readonly #reactions: Map<number, Reaction>;

  constructor(actor: Actor, like?: Outside) {
    this.#actor = actor;
    this.#executed = new Map(like === undefined ? [] : like.#executed);
    this.#reactions = new Map(like === undefined ? [] : like.#reactions);
  }

  /** One that remembers the same, and of which this one hears nothing. */
  fork(): Outside {
    return new Outside(this.#actor.fork?.() ?? this.#actor, this);
  }

  execute(attempt: number, call: ExecutableCall): Execution {
    const execution = this.#executed.get(call.position) ?? 0;
    this.#executed.set(call.position, execution + 1);
    const behaviour = this.#actor.execute({ ...call, execution });
    if (behaviour.type === 'interrupt') this.#reactions.set(call.position, behaviour.then);
    const executed = { attempt, ...call, execution, behaviour };
    this.executions.push(executed);
    return executed;
  }

  /** What people say this time: all that will ever be said, or one answer alone. `undefined`: nothing, any more. */
  answersTo({ pending }: Run, scheduler: Scheduler): Answers | undefined {
    const answerable = pending.filter((call) => this.#isAnswerable(call));
    if (answerable.length === 0) return pending.some(isUnderWay) ? {} : undefined;
    const choice = answerable.length === 1 ? 0 : scheduler.choose(answerable.length + 1);
    const answered = choice === 0 ? answerable : answerable.slice(choice - 1, choice);
    return Object.fromEntries(answered.map(({ position }) => [position, this.#answerAt(position)]));
  }

  #isAnswerable({ position, state }: PendingCall): boolean {
    return state === 'interrupted' && (this.#reactions.get(position)?.type ?? 'leave') !== 'leave';
  }

  #answerAt(position: number): Answers[number] {
    const reaction = this.#reactions.get(position);
    if (reaction?.type === 'reject') return { reject: reaction.reason };
    return { answer: reaction?.type === 'answer' ? reaction.answer : null };
  }
}

/** Rejects what is answered, and answers what is rejected, with the same value. */
export function otherwise(answers: Answers): Answers {
  const others = Object.entries(answers).map(([position, answer]) => [
    position,
    'reject' in answer ? { answer: answer.reject } : { reject: answer.answer },
  ]);
  return Object.fromEntries(others) as Answers;
}

/** A call that a resume executes without anybody answering. */
function isUnderWay({ state }: PendingCall): boolean {
  return state === 'in-flight' || state === 'not-started';
}
