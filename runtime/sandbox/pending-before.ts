import { firstDifference } from '../log/canonical.ts';
import type { Json } from '../log/entry.ts';
import type { Call, Session } from '../session/types.ts';
import type { PendingState } from './call-table.ts';
import type { PendingCall } from './run.ts';
import { RunMismatchError } from './run-mismatch.ts';

/**
 * What a run had pending when it was left. Holes are not in the log, so the guard cannot see whether the script still
 * asks there what it asked then; without this check an answer could reach another question than the one it was given to.
 */
export class PendingBefore {
  readonly #indexOf: Map<number, number>;
  readonly #unseen: Set<number>;

  constructor(
    readonly pending: readonly PendingCall[],
    readonly ignoreInputs: readonly string[],
  ) {
    this.#indexOf = new Map(pending.map((call, index) => [call.position, index]));
    this.#unseen = new Set(this.#indexOf.keys());
  }

  at(position: number): PendingCall | undefined {
    const index = this.#indexOf.get(position);
    return index === undefined ? undefined : this.pending[index];
  }

  /** What a call at this position is if this attempt does nothing about it. */
  stateAt(position: number): PendingState {
    const before = this.at(position);
    if (before === undefined) return { state: 'not-started' };
    const { state, payload, until } = before;
    return { state, ...(payload !== undefined && { payload }), ...(until !== undefined && { until }) };
  }

  /** What was pending where the script now makes this call. Throws `RunMismatchError` if that was another call. */
  take(call: Call, session: Session): PendingCall | undefined {
    const before = this.at(call.position);
    if (before === undefined) return undefined;
    this.#unseen.delete(call.position);
    this.#compare(before, call, session);
    return before;
  }

  /** After the replay every one of them must have been made again. Throws `RunMismatchError`. */
  checkAllReserved(session: Session): void {
    const [position] = this.#unseen;
    const before = position === undefined ? undefined : this.at(position);
    if (before === undefined) return;
    const path = `$.pending[${this.#indexOf.get(before.position)}]`;
    const message = `Position ${before.position}: the run left a call of ${before.name} pending here, and the script does not make it any more.`;
    throw new RunMismatchError(message, {
      path,
      recorded: asked(before),
      observed: undefined,
      callLog: session.callLog,
    });
  }

  #compare(before: PendingCall, call: Call, session: Session): void {
    const ignoresInput = this.ignoreInputs.includes(call.name) && before.name === call.name;
    const difference = ignoresInput ? undefined : firstDifference(asked(before), asked(call));
    if (difference === undefined) return;
    const path = `$.pending[${this.#indexOf.get(before.position)}]${difference.path.slice(1)}`;
    const { recorded, observed } = difference;
    throw new RunMismatchError(
      `Position ${call.position}: the run left ${show(asked(before))} pending here, and the script now calls ${show(asked(call))}. They differ at ${path}: ${show(recorded)} then, ${show(observed)} now.`,
      { path, recorded, observed, callLog: session.callLog },
    );
  }
}

function asked(call: { name: string; input: Json }): { name: string; input: Json } {
  return { name: call.name, input: call.input };
}

const shownMax = 200;

function show(value: Json | undefined): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > shownMax ? `${text.slice(0, shownMax)}…` : text;
}
