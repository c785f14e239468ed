import type { Json } from '../log/entry.ts';
import { jsonOf } from './json-of.ts';

/** Shared by every copy of this package in a process, so that an interrupt is known whoever made it. */
const brand: unique symbol = Symbol.for('lockstep.ActionInterrupt') as never;

/**
 * Thrown by an action to pause the run with a question. The call stays open, and the action is executed again with
 * `context.answer` once somebody has answered. It never reaches the script.
 */
export class ActionInterrupt extends Error {
  readonly [brand] = true;
  /** The question, for whoever answers it. */
  readonly payload: Json;

  /** @throws TypeError that names the path if the payload is not JSON. */
  constructor(payload: unknown = null) {
    super('An action asks a question and pauses the run; let this pass through to the sandbox.');
    this.name = 'ActionInterrupt';
    this.payload = jsonOf(payload);
  }
}

/**
 * Whether an action has thrown an interrupt, and with which payload.
 *
 * @throws TypeError if it has, and its payload is not JSON; and what a getter of a hostile object throws.
 */
export function interruptOf(thrown: unknown): { payload: Json } | undefined {
  if (typeof thrown !== 'object' || thrown === null || !(brand in thrown)) return undefined;
  return { payload: jsonOf((thrown as { payload?: unknown }).payload) };
}
