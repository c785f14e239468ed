import type { Json, Outcome } from '../../log/entry.ts';
import type { RunHeader } from '../../log/header.ts';
import type { Warning } from '../../script/index.ts';
import { originOf } from '../attempt-options.ts';
import type { AttemptStep, Settlement } from '../attempt-step.ts';
import { answerUnused } from '../attempt-warning.ts';
import type { AbortedRun } from '../run.ts';
import type { Mirror } from './mirror.ts';

/**
 * What is left of an attempt that was stopped inside a turn: its mirror. It is aborted. Nothing of the script runs any more;
 * calls in flight may still settle, and are recorded. It needs no thread.
 */
export class Wreck {
  readonly #mirror: Mirror;
  readonly #reason: Json;

  constructor(mirror: Mirror, reason: Json) {
    this.#mirror = mirror;
    this.#reason = reason;
  }

  step(): AttemptStep {
    const phase = this.#mirror.calls.inFlight > 0 ? 'stopping' : 'done';
    return { execute: [], decided: [], sleeps: [], wake: undefined, phase };
  }

  settle(position: number, settlement: Settlement): AttemptStep {
    if ('interrupt' in settlement) {
      this.#mirror.calls.left(position, { state: 'interrupted', payload: settlement.interrupt });
    } else this.#mirror.record(position, settlement satisfies Outcome, false);
    return this.step();
  }

  leave(positions: readonly number[], state: 'in-flight' | 'not-started'): AttemptStep {
    for (const position of positions) this.#mirror.calls.left(position, state === 'in-flight' ? { state } : undefined);
    return this.step();
  }

  run(header: RunHeader): AbortedRun {
    const { options, callLog, calls, console: lines, news } = this.#mirror;
    return {
      status: 'aborted',
      reason: this.#reason,
      ...originOf(header, options),
      callLog,
      delivered: news.delivered,
      pending: calls.pending,
      data: options.data ?? {},
      console: [...lines],
      warnings: this.#warnings(),
    };
  }

  #warnings(): Warning[] {
    const { options, calls, warnings } = this.#mirror;
    const unused = Object.keys(options.answers ?? {})
      .map(Number)
      .filter((position) => !calls.wasHandedOut(position));
    const others = warnings.filter(({ code }) => code !== 'data-unreadable');
    return [...others, dataUnread, ...unused.map(answerUnused)];
  }
}

const dataUnread: Warning = {
  code: 'data-unreadable',
  message: '`data` is not what the script left: it was stopped inside a turn; it is what it was at the start.',
};
