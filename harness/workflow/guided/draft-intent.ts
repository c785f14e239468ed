import type { Behaviour } from '../../case/index.ts';
import type { ActedCall } from '../../world/index.ts';
import type { ActionValues } from '../action-values.ts';
import type { Intent, Intention } from '../actor.ts';
import { plannedFor } from '../intent.ts';
import type { Draft } from './draft.ts';

/**
 * Plays a draft; where it has nothing for a call, another intent decides. A call does what the draft has at its position, if
 * that is of the same action; else what the first call of that action that is still left does. A change early in a case
 * shifts what comes later, and alters what it is asked.
 */
export class DraftIntent implements Intent {
  readonly #draft: Draft;
  readonly #otherwise: Intent;
  /** By position, where in the draft its behaviours stand. */
  readonly #sources = new Map<number, number | undefined>();

  constructor(draft: Draft, otherwise: Intent) {
    this.#draft = draft;
    this.#otherwise = otherwise;
  }

  intend(call: ActedCall, action: ActionValues): Intention {
    return plannedFor(this.#planned(call), call, action) ?? this.#otherwise.intend(call, action);
  }

  #planned(call: ActedCall): readonly Behaviour[] {
    if (!this.#sources.has(call.position)) this.#sources.set(call.position, this.#sourceOf(call));
    const source = this.#sources.get(call.position);
    return source === undefined ? [] : (this.#draft.case.behaviours[source] ?? []);
  }

  #sourceOf({ position, name }: ActedCall): number | undefined {
    const { calls } = this.#draft;
    if (calls.get(position)?.name === name) return position;
    const used = new Set(this.#sources.values());
    return [...calls].find(([other, call]) => call.name === name && !used.has(other))?.[0];
  }
}
