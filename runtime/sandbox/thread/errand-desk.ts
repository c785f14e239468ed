import { believeCallLog } from '../../log/codec.ts';
import type { CallLog } from '../../log/entry.ts';
import type { Engine } from '../../session/engine.ts';
import { replayRun } from '../replay.ts';
import type { Run } from '../run.ts';
import { HostedAttempt } from './hosted-attempt.ts';
import { type Errand, type ErrandMessage, type Progress, type Report, turnsEnded, underWay } from './protocol.ts';
import { toWire } from './wire-error.ts';

/** Takes the errands of a thread. Apart from the thread itself, so that it can be tried without one. */
export class ErrandDesk {
  readonly #engine: Engine;
  readonly #progress: Progress;
  readonly #attempts = new Map<number, HostedAttempt>();

  constructor(engine: Engine, progress: Progress) {
    this.#engine = engine;
    this.#progress = progress;
  }

  /** The text of the report; `undefined` where an attempt was given up, which nothing answers. */
  handle({ id, attempt, text, log }: ErrandMessage): string | undefined {
    Atomics.store(this.#progress, underWay, id);
    if (text === undefined) return this.#giveUp(attempt);
    return JSON.stringify(this.#report(attempt, JSON.parse(text) as Errand, log));
  }

  /** The report was posted. */
  rest(): void {
    Atomics.store(this.#progress, underWay, 0);
  }

  #report(id: number, errand: Errand, logText = '[]'): Report {
    try {
      if (errand.type === 'attempt') return this.#goOn(id, errand, logText);
      const run = withLog(errand.run, logText) as Run;
      replayRun(this.#engine, run, errand.ignoreInputs, { onTurn: this.#turnEnded, logText });
      return {};
    } catch (thrown) {
      return { error: toWire(thrown) };
    }
  }

  #goOn(id: number, { open, past, op }: Errand & { type: 'attempt' }, logText: string): Report {
    if (open !== undefined) {
      this.#giveUp(id);
      this.#attempts.set(id, new HostedAttempt(this.#engine, withLog(open, logText), past, this.#turnEnded));
    }
    const attempt = this.#attempts.get(id);
    if (attempt === undefined) throw new Error(`This thread has no attempt ${id}.`);
    return op === undefined ? attempt.opened() : attempt.perform(op);
  }

  #giveUp(id: number): undefined {
    this.#attempts.get(id)?.close();
    this.#attempts.delete(id);
  }

  readonly #turnEnded = (): void => {
    Atomics.add(this.#progress, turnsEnded, 1);
  };
}

/** Main has checked the log. */
function withLog<Rest extends object>(rest: Rest, logText: string): Rest & { callLog: CallLog } {
  return { ...rest, callLog: believeCallLog(JSON.parse(logText) as CallLog) };
}
