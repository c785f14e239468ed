import type { Json } from '../../log/entry.ts';
import { type Action, defineAction } from '../action.ts';
import type { ExecutionContext } from '../context.ts';
import { ActionInterrupt } from '../interrupt.ts';

/** One execution that waits for the test to say how it ends. */
export interface HeldExecution {
  readonly name: string;
  readonly input: Json;
  readonly context: ExecutionContext;
  respond(value: unknown): void;
  fail(thrown: unknown): void;
  interrupt(payload: Json): void;
}

/** Actions that do nothing until a test settles them, so that it decides in which order the world answers. */
export class HeldActions {
  readonly actions: readonly Action[];
  readonly executions: HeldExecution[] = [];
  #changed: (() => void)[] = [];

  constructor(...names: readonly string[]) {
    this.actions = names.map((name) =>
      defineAction({ name, execute: (input, context) => this.#hold(name, input as Json, context) }),
    );
  }

  /** The first `count` executions, once there are so many. */
  async started(count: number): Promise<HeldExecution[]> {
    while (this.executions.length < count) await new Promise<void>((resolve) => this.#changed.push(resolve));
    return this.executions.slice(0, count);
  }

  /** The latest execution of an action, once there is one. */
  async latest(name: string, count = 1): Promise<HeldExecution> {
    for (let enough = 1; ; enough++) {
      const known = this.executions.filter((execution) => execution.name === name);
      const found = known[count - 1];
      if (found !== undefined) return found;
      await this.started(Math.max(enough, this.executions.length + 1));
    }
  }

  #hold(name: string, input: Json, context: ExecutionContext): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const interrupt = (payload: Json) => reject(new ActionInterrupt(payload));
      this.executions.push({ name, input, context, respond: resolve, fail: reject, interrupt });
      for (const wake of this.#changed.splice(0)) wake();
    });
  }
}

/** A run as it comes back from where it was kept. */
export function stored<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value)) as Value;
}
