import type { Engine } from '../../session/engine.ts';
import type { Turn } from '../../session/types.ts';
import { Attempt } from '../attempt.ts';
import type { AttemptStep } from '../attempt-step.ts';
import type { Run } from '../run.ts';
import type { News, Op, Past, PlainOptions, Read, Report, RunRest } from './protocol.ts';
import { toWire } from './wire-error.ts';

/** An attempt in its thread: does what it is told, and reports what is new. */
export class HostedAttempt {
  readonly #attempt: Attempt;
  readonly #turnEnded: () => void;
  /** Answers to reads that this attempt has made before, in another thread. */
  readonly #knownReads: readonly number[];
  #readsMade = 0;
  #reads: Read[] = [];
  /** Of a log that came without any. */
  #orders: [number, number][] = [];
  readonly #wantsOrders: boolean;
  #linesTold = 0;

  /** Throws what `Attempt` throws. */
  constructor(engine: Engine, options: PlainOptions, past: Past | undefined, turnEnded: () => void) {
    this.#turnEnded = turnEnded;
    this.#knownReads = past?.reads ?? [];
    this.#wantsOrders = (options.callLog ?? []).some((entry) => entry?.type === 'action' && entry.order === undefined);
    this.#attempt = new Attempt(engine, {
      ...options,
      // Event time is not read from the log, and main gives the stamps.
      ...((options.header?.clock ?? options.clock) !== 'event' && { now: () => this.#read('now', Date.now) }),
      random: () => this.#read('random', Math.random),
      onTurn: (turn) => this.#onTurn(turn),
    });
    for (const op of past?.ops ?? []) this.#again(op);
    this.#takeNews();
  }

  /** Never throws: what the attempt throws is in the report. */
  perform(op: Op): Report {
    try {
      return this.#report(op, this.#do(op));
    } catch (thrown) {
      return { error: toWire(thrown), news: this.#takeNews() };
    }
  }

  /** The report of an attempt that was opened and told nothing. */
  opened(): Report {
    return { news: this.#takeNews() };
  }

  close(): void {
    this.#attempt.close();
  }

  /** What it threw back then was reported back then. */
  #again(op: Op): void {
    try {
      this.#do(op);
    } catch {}
  }

  #report(op: Op, step: AttemptStep): Report {
    const isOver = step.phase === 'done' || op.type === 'finish';
    const run = isOver ? restOf(this.#attempt.finish()) : undefined;
    return { step, ...(run !== undefined && { run }), news: this.#takeNews() };
  }

  #do(op: Op): AttemptStep {
    const attempt = this.#attempt;
    switch (op.type) {
      case 'start':
        return attempt.start();
      case 'settle':
        this.#checkOrder(op);
        return attempt.settle(op.position, op.settlement, op.at);
      case 'leave':
        for (const position of op.positions) attempt.leave(position, op.state);
        return attempt.step();
      case 'abort':
        return attempt.abort(op.reason);
      case 'finish':
        return attempt.step();
    }
  }

  /** Main has given the outcome its order, and may have written it down with it. */
  #checkOrder({ position, settlement, order }: Op & { type: 'settle' }): void {
    if ('interrupt' in settlement) return;
    const entry = this.#attempt.entryOf(position, settlement);
    if (entry.type === 'action' && entry.order === order) return;
    throw new Error(`Position ${position} was given the order ${order}; the attempt is at ${JSON.stringify(entry)}.`);
  }

  #onTurn({ cause }: Turn): void {
    this.#turnEnded();
    if (this.#wantsOrders && cause.type === 'delivery' && cause.replayed) {
      this.#orders.push([cause.position, cause.order]);
    }
  }

  #read(type: Read[1], fresh: () => number): number {
    const response = this.#knownReads[this.#readsMade++] ?? fresh();
    this.#reads.push([this.#attempt.session.positions - 1, type, response]);
    return response;
  }

  #takeNews(): News {
    const { session, aborted } = this.#attempt;
    const { console: lines, warnings } = session;
    const reads = this.#reads;
    const orders = this.#orders;
    const newLines = lines.length > this.#linesTold ? lines.slice(this.#linesTold) : [];
    this.#reads = [];
    this.#orders = [];
    this.#linesTold = lines.length;
    return {
      aborted,
      ended: session.outcome !== undefined,
      delivered: session.delivered,
      positions: session.positions,
      ...(reads.length > 0 && { reads }),
      ...(newLines.length > 0 && { console: newLines }),
      ...(warnings.length > 0 && { warnings }),
      ...(orders.length > 0 && { orders }),
    };
  }
}

function restOf(run: Run): RunRest {
  const { header, runId, startedAt, source, file, input, initialData, callLog, console: lines, ...rest } = run;
  return rest;
}
