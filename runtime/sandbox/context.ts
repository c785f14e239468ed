import type { Json } from '../log/entry.ts';
import type { ExecutableCall } from './attempt-step.ts';
import { ActionInterrupt } from './interrupt.ts';

/** What an execution of an action knows about itself. */
export interface ExecutionContext {
  /** What somebody said to this action's question; `undefined` when nobody was asked yet. */
  readonly answer: Json | undefined;
  /** The call's position in the log. */
  readonly position: number;
  readonly runId: string;
  /** `<runId>:<position>`: the same in every attempt. Use it to make an effect once although the call is executed twice. */
  readonly idempotencyKey: string;
  /** Fires when the run will not wait for this execution any longer. */
  readonly signal: AbortSignal;
  /** Pauses the run with a question. Throws `ActionInterrupt`. */
  interrupt(payload?: unknown): never;
}

/** One execution's context. Most actions never look at their signal, so it is made when it is asked for. */
export class Execution implements ExecutionContext {
  readonly answer: Json | undefined;
  readonly position: number;
  readonly runId: string;
  readonly idempotencyKey: string;
  #controller: AbortController | undefined;
  #fired: { reason: unknown } | undefined;

  constructor(call: ExecutableCall, runId: string) {
    this.answer = call.answer;
    this.position = call.position;
    this.runId = runId;
    this.idempotencyKey = call.idempotencyKey;
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#fired !== undefined) this.#controller.abort(this.#fired.reason);
    }
    return this.#controller.signal;
  }

  /** A field, so that it can be taken off the context. */
  readonly interrupt = (payload?: unknown): never => {
    throw new ActionInterrupt(payload);
  };

  /** Fires the signal. */
  fire(reason: unknown): void {
    this.#fired ??= { reason };
    this.#controller?.abort(reason);
  }
}
