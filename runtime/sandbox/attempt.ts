/**
 * One attempt at a run, as a driver sees it: which calls to start, which outcomes to deliver and which only to record,
 * when to stop, and what the run is in the end. It decides and never waits: no promise, timer or clock is in here, so
 * that whoever has virtual time can drive the very code that ships.
 */
import { EngineError } from '../errors.ts';
import type { CallLog, CallLogEntry, Json, Outcome } from '../log/entry.ts';
import type { RunHeader } from '../log/header.ts';
import { sleepOver, sleepUntil } from '../log/sleep.ts';
import type { Warning } from '../script/index.ts';
import type { Call, Exchange, Session } from '../session/types.ts';
import { type AttemptOptions, type EngineLike, headerOf, originOf } from './attempt-options.ts';
import type { AttemptPhase, AttemptStep, ExecutableCall, Settlement, SleepingCall } from './attempt-step.ts';
import { answerUnused, leftInFlight } from './attempt-warning.ts';
import { type CallState, CallTable, type PendingState } from './call-table.ts';
import { NextOrder } from './next-order.ts';
import { openQuestions } from './open-questions.ts';
import { hintAtEngine } from './other-engine.ts';
import { PendingBefore } from './pending-before.ts';
import { rejection } from './rejection.ts';
import type { PendingCall, Run, RunBase } from './run.ts';
import { openSession, takeRunSnapshot } from './run-snapshot.ts';

export class Attempt {
  readonly session: Session;
  readonly #options: AttemptOptions;
  /** Why the run's snapshot was not used. */
  readonly #refused: Warning | undefined;
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
    const { session, refused } = openSession(engine, options);
    this.session = session;
    this.#refused = refused;
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

  /**
   * A call in flight, a sleeping or a decided one has settled. Throws `CallLogMismatchError`.
   *
   * @param at the event time of its outcome, where somebody else gives it; else it is the session's.
   */
  settle(position: number, settlement: Settlement, at?: string): AttemptStep {
    if ('interrupt' in settlement) this.#interrupt(position, settlement.interrupt);
    else this.#settle(position, settlement, at);
    return this.step();
  }

  /** A call that was handed out is given up: nothing more will be heard of it. It stays a hole. */
  leave(position: number, state: 'in-flight' | 'not-started'): AttemptStep {
    if (state === 'not-started') this.#answersUsed.delete(position);
    // What was not started is what it was before this attempt: asked, say, or in flight back then.
    const as = state === 'in-flight' ? { state } : this.#stateBefore(this.#calls.callAt(position));
    this.#calls.leave(position, as);
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
    const { decided } = this.#calls;
    if (decided.length > 0) return { execute: [], decided, sleeps: [], wake: undefined, phase: 'running' };
    const execute = this.#calls.launch().map(({ call, state }) => this.#executable(call, state));
    const sleeps = this.#calls.takeNewSleeps();
    if (this.session.outcome !== undefined) this.#leftInFlight ??= this.#calls.callsInFlight;
    return { execute, decided, sleeps, wake: this.#wake, phase: this.#phase() };
  }

  /** The entry that an outcome will be recorded with if it settles now. */
  entryOf(position: number, outcome: Outcome): CallLogEntry {
    const { name, input } = this.#calls.callAt(position);
    const at = this.session.stampFor(position);
    const order = this.#nextOrder.after(this.session.delivered);
    return { type: 'action', name, input, ...outcome, order, ...(at !== undefined && { at }) };
  }

  /** The run as it stands. Call it once nothing is in flight, or when what is in flight is given up. */
  finish(): Run {
    const base = this.#base();
    const { outcome } = this.session;
    if (this.#abortReason !== undefined) return { status: 'aborted', reason: this.#abortReason, ...base };
    if (outcome === undefined) {
      const taken = this.#options.takeSnapshot === true && takeRunSnapshot(this.session);
      return { status: 'interrupted', interrupts: openQuestions(base.pending), ...base, ...taken };
    }
    if ('value' in outcome) return { status: 'completed', value: outcome.value, ...base };
    return { status: 'failed', error: outcome.error, ...base };
  }

  /** Gives the guest back. Idempotent. */
  close(): void {
    this.session.close();
  }

  #settle(position: number, outcome: Outcome, at: string | undefined): void {
    const delivers = this.#delivers;
    const entry = this.session.state === 'closed' ? this.entryOf(position, outcome) : undefined;
    this.#noteUse(this.#calls.settle(position));
    this.#nextOrder.settled(delivers);
    if (entry !== undefined) this.#recordAfterClose(position, entry);
    else if (delivers) this.#advance(() => this.session.deliver(position, outcome, at));
    else this.session.record(position, outcome, at);
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
      while (this.#options.writeAhead !== true && this.#delivers && this.#settleDecided());
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

  #settleDecided(): boolean {
    const [next] = this.#calls.decided;
    if (next === undefined) return false;
    const { position, outcome } = next;
    this.#noteUse(this.#calls.settle(position));
    this.#nextOrder.settled(true);
    this.#accept(this.session.deliver(position, outcome));
    return true;
  }

  #accept(exchange: Exchange): void {
    for (const call of exchange.calls) {
      const before = this.#before.take(call, this.session);
      this.#calls.add(call, this.#firstState(call, before));
    }
  }

  #firstState(call: Call, before: PendingCall | undefined): CallState {
    const { answers, deliverMax, resumedAt = Number.NEGATIVE_INFINITY } = this.#options;
    const answer = answers?.[call.position];
    const until = sleepUntil(call);
    if (deliverMax !== undefined) return { type: 'left', as: this.#stateBefore(call) };
    if (until !== undefined) {
      const isDue = before !== undefined && until <= resumedAt;
      return isDue ? { type: 'decided', outcome: sleepOver, due: until } : { type: 'sleeping', until };
    }
    if (answer !== undefined && 'reject' in answer)
      return { type: 'decided', outcome: { error: rejection(call, answer.reject) } };
    if (answer !== undefined) return { type: 'ready', answer: answer.answer };
    return before?.state === 'interrupted' ? { type: 'left', as: this.#stateBefore(call) } : { type: 'ready' };
  }

  /** What a call is if this attempt does nothing about it. */
  #stateBefore(call: Call): PendingState {
    const until = sleepUntil(call);
    return until === undefined ? this.#before.stateAt(call.position) : { state: 'sleeping', until };
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
    const isMoot = (call: Call, state: CallState) =>
      this.aborted || state.type !== 'ready' || ('answer' in state && !this.#wasInFlight(call));
    this.#calls.standDown(isMoot, (call) => this.#stateBefore(call));
  }

  /** It was being executed with its answer when the attempt before was cut off. */
  #wasInFlight({ position }: Call): boolean {
    return this.#before.at(position)?.state === 'in-flight';
  }

  #executable(call: Call, state: CallState): ExecutableCall {
    const { position } = call;
    const idempotencyKey = `${this.#options.runId}:${position}`;
    if (state.type !== 'ready' || !('answer' in state)) return { ...call, idempotencyKey };
    this.#noteUse(call);
    return { ...call, idempotencyKey, answer: state.answer };
  }

  /** Whatever was said to a sleep has no part in it. */
  #noteUse(call: Call): void {
    if (this.#options.answers !== undefined && sleepUntil(call) === undefined) this.#answersUsed.add(call.position);
  }

  get #wake(): SleepingCall | undefined {
    return this.#delivers ? this.#calls.nextSleep : undefined;
  }

  #phase(): AttemptPhase {
    if (this.#calls.inFlight === 0) return this.#wake === undefined ? 'done' : 'sleeping';
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
    return this.session.outstanding.flatMap((call) => {
      if (this.#logAfterClose?.[call.position]) return [];
      return [{ ...call, ...(this.#calls.pendingState(call.position) ?? this.#stateBefore(call)) }];
    });
  }

  #warnings(): RunBase['warnings'] {
    const positions = Object.keys(this.#options.answers ?? {}).map(Number);
    const unused = positions.filter((position) => !this.#answersUsed.has(position));
    const refused = this.#refused === undefined ? [] : [this.#refused];
    return [...refused, ...unused.map(answerUnused), ...(this.#leftInFlight ?? []).map(leftInFlight)];
  }
}
