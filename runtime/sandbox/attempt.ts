/**
 * One attempt at a run, as a driver sees it: which calls to start, which outcomes to deliver and which only to record,
 * when to stop, and what the run is in the end. It decides and never waits: no promise, timer or clock is in here, so
 * that whoever has virtual time can drive the very code that ships.
 */
import { EngineError } from '../errors.ts';
import type { CallLog, CallLogEntry, Json, Outcome } from '../log/entry.ts';
import type { RunHeader } from '../log/header.ts';
import type { Call, Exchange, Session } from '../session/types.ts';
import { type AttemptOptions, type EngineLike, headerOf, originOf, sessionOptions } from './attempt-options.ts';
import type { AttemptPhase, AttemptStep, ExecutableCall, Settlement } from './attempt-step.ts';
import { answerUnused, leftInFlight } from './attempt-warning.ts';
import { type CallState, CallTable } from './call-table.ts';
import { NextOrder } from './next-order.ts';
import { hintAtEngine } from './other-engine.ts';
import { PendingBefore } from './pending-before.ts';
import { decidedCall } from './rejection.ts';
import type { Interrupt, PendingCall, Run, RunBase } from './run.ts';

export class Attempt {
  readonly session: Session;
  readonly #options: AttemptOptions;
  /** Fingerprint of the one that computes this attempt. */
  readonly #engine: string;
  readonly header: RunHeader;
  readonly #before: PendingBefore;
  readonly #nextOrder: NextOrder;
  readonly #calls = new CallTable();
  readonly #answersUsed = new Set<number>();
  #stopped = false;
  #abortReason: Json | undefined;
  /** What was in flight when the script ended. */
  #leftInFlight: readonly Call[] | undefined;
  /** The log, where something has settled after the session was closed. */
  #logAfterClose: CallLog | undefined;

  /** Throws what `engine.open` throws: the script does not parse or link, the log is malformed, an option is wrong. */
  constructor(engine: EngineLike, options: AttemptOptions) {
    this.#options = options;
    this.#engine = engine.fingerprint;
    this.header = headerOf(engine, options);
    this.#before = new PendingBefore(options.initial?.pending ?? [], options.ignoreInputs ?? []);
    this.session = engine.open(sessionOptions(options));
    this.#nextOrder = new NextOrder(options.callLog ?? []);
  }

  /** Whether it was aborted, or the engine has failed. */
  get aborted(): boolean {
    return this.#abortReason !== undefined;
  }

  /** Runs the first turn and the replayed ones. Throws `CallLogMismatchError`, or `RunMismatchError` for what was pending. */
  start(): AttemptStep {
    this.#advance(() => this.session.start());
    if (!this.aborted && this.#options.deliverMax === undefined) this.#checkPending();
    return this.step();
  }

  /** A call in flight, or a decided one, has settled. Throws `CallLogMismatchError`. */
  settle(position: number, settlement: Settlement): AttemptStep {
    if ('interrupt' in settlement) this.#interrupt(position, settlement.interrupt);
    else this.#settle(position, settlement);
    return this.step();
  }

  /** A call that was handed out is given up: nothing more will be heard of it. It stays a hole. */
  leave(position: number, state: 'in-flight' | 'not-started'): AttemptStep {
    if (state === 'not-started') this.#answersUsed.delete(position);
    // What was not started is what it was before this attempt: asked, say, or in flight back then.
    this.#calls.leave(position, state === 'in-flight' ? { state } : this.#before.stateAt(position));
    return this.step();
  }

  /** From now on nothing is delivered, and the run ends as aborted. The first reason stays. */
  abort(reason: Json): AttemptStep {
    this.#abortReason ??= reason;
    this.#standDown();
    return this.step();
  }

  /** What has settled so far. A fresh array. */
  get callLog(): CallLog {
    return this.#logAfterClose === undefined ? this.session.callLog : [...this.#logAfterClose];
  }

  /** What there is to do now. Calls that it hands out count as in flight from here on. */
  step(): AttemptStep {
    const decided = this.#calls.decided.map(({ call, reason }) => decidedCall(call, reason));
    if (decided.length > 0) return { execute: [], decided, phase: 'running' };
    const execute = this.#calls.launch().map(({ call, state }) => this.#executable(call, state));
    if (this.session.outcome !== undefined) this.#leftInFlight ??= this.#calls.callsInFlight;
    return { execute, decided, phase: this.#phase() };
  }

  /** The entry that an outcome will be recorded with if it settles now. */
  entryOf(position: number, outcome: Outcome): CallLogEntry {
    const { name, input } = this.#calls.callAt(position);
    return { type: 'action', name, input, ...outcome, order: this.#nextOrder.after(this.session.delivered) };
  }

  /** The run as it stands. Call it once nothing is in flight, or when what is in flight is given up. */
  finish(): Run {
    const base = this.#base();
    const { outcome } = this.session;
    if (this.#abortReason !== undefined) return { status: 'aborted', reason: this.#abortReason, ...base };
    if (outcome === undefined) return { status: 'interrupted', interrupts: interruptsOf(base.pending), ...base };
    if ('value' in outcome) return { status: 'completed', value: outcome.value, ...base };
    return { status: 'failed', error: outcome.error, ...base };
  }

  /** Gives the guest back. Idempotent. */
  close(): void {
    this.session.close();
  }

  #settle(position: number, outcome: Outcome): void {
    const delivers = this.#delivers;
    const entry = this.session.state === 'closed' ? this.entryOf(position, outcome) : undefined;
    this.#calls.settle(position);
    this.#noteUse(position);
    this.#nextOrder.settled(delivers);
    if (entry !== undefined) this.#recordAfterClose(position, entry);
    else if (delivers) this.#advance(() => this.session.deliver(position, outcome));
    else this.session.record(position, outcome);
  }

  /** The engine has failed, or the script has diverged: the session cannot record any more. */
  #recordAfterClose(position: number, entry: CallLogEntry): void {
    this.#logAfterClose ??= this.session.callLog;
    while (this.#logAfterClose.length < position) this.#logAfterClose.push(null);
    this.#logAfterClose[position] = entry;
  }

  /** Runs an exchange, and those that rejections lead to. An engine failure aborts the attempt. */
  #advance(exchange: () => Exchange): void {
    try {
      this.#accept(exchange());
      while (this.#options.writeAhead !== true && this.#delivers && this.#rejectNext());
    } catch (thrown) {
      if (!(thrown instanceof EngineError)) throw this.#explained(thrown);
      this.#abortReason ??= { code: thrown.code, message: thrown.message };
    }
    if (!this.#delivers) this.#standDown();
  }

  #checkPending(): void {
    try {
      this.#before.checkAllReserved(this.session);
    } catch (thrown) {
      throw this.#explained(thrown);
    }
  }

  #explained(thrown: unknown): unknown {
    return hintAtEngine(thrown, this.#options.header?.engine ?? this.#engine, this.#engine);
  }

  #rejectNext(): boolean {
    const [next] = this.#calls.decided;
    if (next === undefined) return false;
    const { position, outcome } = decidedCall(this.#calls.settle(next.call.position), next.reason);
    this.#noteUse(position);
    this.#nextOrder.settled(true);
    this.#accept(this.session.deliver(position, outcome));
    return true;
  }

  #accept(exchange: Exchange): void {
    for (const call of exchange.calls) {
      const before = this.#before.take(call, this.session);
      this.#calls.add(call, this.#firstState(call.position, before));
    }
  }

  #firstState(position: number, before: PendingCall | undefined): CallState {
    const answer = this.#options.answers?.[position];
    if (this.#options.deliverMax !== undefined) return { type: 'left', as: this.#before.stateAt(position) };
    if (answer !== undefined && 'reject' in answer) return { type: 'decided', reason: answer.reject };
    if (answer !== undefined) return { type: 'ready', answer: answer.answer };
    return before?.state === 'interrupted' ? { type: 'left', as: this.#before.stateAt(position) } : { type: 'ready' };
  }

  get #delivers(): boolean {
    return this.session.state === 'waiting' && !this.#stopped && !this.aborted;
  }

  #interrupt(position: number, payload: Json): void {
    this.#calls.leave(position, { state: 'interrupted', payload });
    if (this.#options.onInterrupt === 'settle') return;
    this.#stopped = true;
    this.#standDown();
  }

  /**
   * Nothing is delivered any more. Rejections that were not settled by now are not used; nor are answers, for the
   * question is moot. What else was asked before the end is started like any other call, except after an abort.
   */
  #standDown(): void {
    const isMoot = (state: CallState) => this.aborted || state.type !== 'ready' || 'answer' in state;
    this.#calls.standDown(isMoot, (position) => this.#before.stateAt(position));
  }

  #executable(call: Call, state: CallState): ExecutableCall {
    const { position } = call;
    const idempotencyKey = `${this.#options.runId}:${position}`;
    if (state.type !== 'ready' || !('answer' in state)) return { ...call, idempotencyKey };
    this.#noteUse(position);
    return { ...call, idempotencyKey, answer: state.answer };
  }

  #noteUse(position: number): void {
    if (this.#options.answers !== undefined) this.#answersUsed.add(position);
  }

  #phase(): AttemptPhase {
    if (this.#calls.inFlight === 0) return 'done';
    if (this.session.outcome !== undefined) return 'ending';
    return this.#delivers ? 'running' : 'stopping';
  }

  /** What every run has, whatever its end. */
  #base(): RunBase {
    const { session } = this;
    return {
      ...originOf(this.header, this.#options),
      callLog: this.callLog,
      delivered: session.delivered,
      pending: this.#pending(),
      data: session.data,
      console: [...session.console],
      warnings: [...session.warnings, ...this.#warnings()],
    };
  }

  #pending(): PendingCall[] {
    return this.session.outstanding.flatMap(({ position, name, input }) => {
      if (this.#logAfterClose?.[position]) return [];
      const as = this.#calls.pendingState(position) ?? this.#before.stateAt(position);
      return [{ position, name, input, ...as }];
    });
  }

  #warnings(): RunBase['warnings'] {
    const positions = Object.keys(this.#options.answers ?? {}).map(Number);
    const unused = positions.filter((position) => !this.#answersUsed.has(position));
    return [...unused.map(answerUnused), ...(this.#leftInFlight ?? []).map(leftInFlight)];
  }
}

function interruptsOf(pending: readonly PendingCall[]): Interrupt[] {
  return pending.flatMap(({ position, name, input, state, payload }) =>
    state === 'interrupted' ? [{ position, name, input, payload: payload ?? null }] : [],
  );
}
