import type { CallLog, CallLogEntry, Json, Outcome } from '../log/entry.ts';
import type { RunHeader } from '../log/header.ts';
import { Attempt } from './attempt.ts';
import type { AttemptHost, PositionedEntry } from './attempt-host.ts';
import type { AttemptOptions, EngineLike } from './attempt-options.ts';
import { freshReads } from './attempt-records.ts';
import type { AttemptStep, Settlement } from './attempt-step.ts';
import type { Run } from './run.ts';

/** An attempt in the caller's thread. A turn of it holds everything else up. */
export class InlineHost implements AttemptHost {
  readonly #attempt: Attempt;
  readonly #known: CallLog;

  /** Throws what `Attempt` throws. */
  constructor(engine: EngineLike, options: AttemptOptions) {
    this.#attempt = new Attempt(engine, options);
    this.#known = options.callLog ?? [];
  }

  get header(): RunHeader {
    return this.#attempt.header;
  }

  get aborted(): boolean {
    return this.#attempt.aborted;
  }

  get ended(): boolean {
    return this.#attempt.session.outcome !== undefined;
  }

  get positions(): number {
    return this.#attempt.session.positions;
  }

  get callLog(): CallLog {
    return this.#attempt.callLog;
  }

  open(): void {}

  start(): AttemptStep {
    return this.#attempt.start();
  }

  settle(position: number, settlement: Settlement): AttemptStep {
    return this.#attempt.settle(position, settlement);
  }

  leave(positions: readonly number[], state: 'in-flight' | 'not-started'): AttemptStep {
    for (const position of positions) this.#attempt.leave(position, state);
    return this.#attempt.step();
  }

  abort(reason: Json): AttemptStep {
    return this.#attempt.abort(reason);
  }

  step(): AttemptStep {
    return this.#attempt.step();
  }

  finish(): Run {
    return this.#attempt.finish();
  }

  close(): void {
    this.#attempt.close();
  }

  entryOf(position: number, outcome: Outcome): CallLogEntry {
    return this.#attempt.entryOf(position, outcome);
  }

  readsFrom(from: number): PositionedEntry[] {
    return freshReads(this.#attempt.session.callLog, from, this.#known);
  }

  hurry(): void {}
}
