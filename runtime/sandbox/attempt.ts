/**
 * One attempt at a run, as a driver sees it: which calls to start, which outcomes to deliver and which only to record,
 * when to stop, and what the run is in the end. It decides and never waits: no promise, timer or clock is in here, so
 * that whoever has virtual time can drive the very code that ships.
 *
 * Every fresh call is in exactly one state of `CallState`. A call leaves the table by settling; what is left in it at
 * the end are the holes, and becomes the run's `pending`.
 */
import { actionFailure, EngineError } from '../errors.ts';
import { defaultLimits, type Limits } from '../guest/limits.ts';
import type { ActionFailure, CallLog, Json, Outcome } from '../log/entry.ts';
import { makeHeader, type RunHeader } from '../log/header.ts';
import type { CompiledScript } from '../script/compiled.ts';
import type { Call, Exchange, Session, SessionOptions } from '../session/types.ts';
import { answerUnused, leftInFlight } from './attempt-warning.ts';
import { PendingBefore } from './pending-before.ts';
import type { Answer, Answers, Interrupt, PendingCall, Run, RunBase } from './run.ts';

/** What opens sessions: the engine, or something that wraps it. */
export interface EngineLike {
  readonly fingerprint: string;
  open(options: SessionOptions): Session;
}

export interface AttemptOptions {
  script: string | CompiledScript;
  /** The author's name for the script, used in locations. */
  file?: string;
  actions: readonly string[];
  ignoreInputs?: readonly string[];
  onInterrupt: 'stop' | 'settle';
  input?: Json;
  data?: Json;
  callLog?: CallLog;
  runId: string;
  /** Milliseconds since the epoch. */
  startedAt: number;
  limits?: Partial<Limits>;
  now?: () => number;
  random?: () => number;
  onTurn?: NonNullable<SessionOptions['onTurn']>;
  /** What the run before left pending. Interrupted calls of it that have no answer are not executed. */
  initial?: { pending: readonly PendingCall[] };
  answers?: Answers;
  /** A replay: deliver so many outcomes and execute nothing. */
  deliverMax?: number;
  /** Of the run that is continued or replayed; a new run gets a new one. */
  header?: RunHeader;
  /** Rejections are handed to the driver as `decided`, for it to write them down first. Default: they are settled here. */
  writeAhead?: boolean;
}

/** How an execution of a call ended: its outcome, or a question, with its payload. */
export type Settlement = Outcome | { interrupt: Json };

/** A call to be executed now. */
export interface ExecutableCall {
  position: number;
  name: string;
  input: Json;
  /** `<runId>:<position>`: the same in every attempt. */
  idempotencyKey: string;
  /** What a person said to the question at this position. Absent: nobody was asked. `null` is an answer. */
  answer?: Json;
}

/** A call that settles without being executed. */
export interface DecidedCall {
  position: number;
  outcome: Outcome;
}

export interface AttemptStep {
  /** Start these now, in position order. */
  execute: readonly ExecutableCall[];
  /** With `writeAhead` only: settle these with their outcomes before anything else. While there are any, `execute` is empty. */
  decided: readonly DecidedCall[];
  phase: /** Outcomes are delivered as they settle. */
    | 'running'
    /** A pause or an abort: calls in flight may still settle; they are recorded, and never delivered. */
    | 'stopping'
    /** The script has ended with calls in flight: the same. */
    | 'ending'
    /** Nothing is in flight: call `finish()`. */
    | 'done';
}

type CallState =
  | { type: 'ready'; call: Call; answer?: Json }
  | { type: 'decided'; call: Call; reason: Json }
  | { type: 'in-flight'; call: Call }
  | { type: 'interrupted'; call: Call; payload: Json }
  | { type: 'left'; call: Call; pending: Pick<PendingCall, 'state' | 'payload' | 'until'> };

export class Attempt {
  readonly session: Session;
  readonly #options: AttemptOptions;
  readonly #header: RunHeader;
  readonly #before: PendingBefore;
  /** Fresh calls that have not settled, by position. */
  readonly #calls = new Map<number, CallState>();
  readonly #answersUsed = new Set<number>();
  /** Positions in state `ready` and `decided`, ascending. */
  #ready: number[] = [];
  #decided: number[] = [];
  #inFlight = 0;
  #stopped = false;
  #abortReason: Json | undefined;
  #leftInFlight: readonly Call[] | undefined;

  /** Throws what `engine.open` throws: the script does not parse or link, the log is malformed. */
  constructor(engine: EngineLike, options: AttemptOptions) {
    this.#options = options;
    this.#header = options.header ?? newHeader(engine, options);
    this.#before = new PendingBefore(options.initial?.pending ?? [], options.ignoreInputs ?? []);
    this.session = engine.open(sessionOptions(options));
  }

  /** Runs the first turn and the replayed ones. Throws `CallLogMismatchError`, or `RunMismatchError` for what was pending. */
  start(): AttemptStep {
    this.#advance(() => this.session.start());
    if (this.#abortReason === undefined) this.#before.checkAllReserved(this.session.callLog);
    return this.#step();
  }

  /** A call in flight, or a decided one, has settled. Throws `CallLogMismatchError`. */
  settle(position: number, settlement: Settlement): AttemptStep {
    const state = this.#settled(position);
    if ('interrupt' in settlement) {
      this.#interrupt(state.call, settlement.interrupt);
    } else if (this.#delivers()) {
      this.#calls.delete(position);
      this.#advance(() => this.session.deliver(position, settlement));
    } else {
      this.#calls.delete(position);
      this.session.record(position, settlement);
    }
    return this.#step();
  }

  /** A call that was handed out is given up: nothing more will be heard of it. It stays a hole. */
  leave(position: number, state: 'in-flight' | 'not-started'): AttemptStep {
    const { call } = this.#settled(position);
    this.#calls.set(position, { type: 'left', call, pending: { state } });
    return this.#step();
  }

  /** From now on nothing is delivered, and the run ends as aborted. The first reason stays. */
  abort(reason: Json): AttemptStep {
    this.#abortReason ??= reason;
    this.#standDown();
    return this.#step();
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

  /** Runs an exchange, and those that rejections lead to. An engine failure aborts the attempt. */
  #advance(exchange: () => Exchange): void {
    try {
      this.#accept(exchange());
      while (this.#options.writeAhead !== true && this.#delivers()) {
        const position = this.#decided[0];
        if (position === undefined) break;
        const { call, reason } = this.#takeDecided(position);
        this.#calls.delete(position);
        this.#accept(this.session.deliver(position, { error: rejection(call, reason) }));
      }
    } catch (thrown) {
      if (!(thrown instanceof EngineError)) throw thrown;
      this.#abortReason ??= { code: thrown.code, message: thrown.message };
    }
    if (!this.#delivers()) this.#standDown();
  }

  #accept(exchange: Exchange): void {
    for (const call of exchange.calls) {
      const before = this.#before.take(call, this.session);
      const state = this.#stateOf(call, before);
      this.#calls.set(call.position, state);
      if (state.type === 'ready') this.#ready.push(call.position);
      if (state.type === 'decided') this.#decided.push(call.position);
    }
  }

  #stateOf(call: Call, before: PendingCall | undefined): CallState {
    if (this.#options.deliverMax !== undefined) return { type: 'left', call, pending: pendingState(before) };
    const answer = this.#answer(call.position);
    if (answer !== undefined && 'reject' in answer) return { type: 'decided', call, reason: answer.reject };
    if (answer !== undefined) return { type: 'ready', call, answer: answer.answer };
    if (before?.state === 'interrupted') return { type: 'interrupted', call, payload: before.payload ?? null };
    return { type: 'ready', call };
  }

  #answer(position: number): Answer | undefined {
    return this.#options.answers?.[position];
  }

  #delivers(): boolean {
    return this.session.state === 'waiting' && !this.#stopped && this.#abortReason === undefined;
  }

  #interrupt(call: Call, payload: Json): void {
    this.#calls.set(call.position, { type: 'interrupted', call, payload });
    if (this.#options.onInterrupt === 'settle') return;
    this.#stopped = true;
    this.#standDown();
  }

  /** Nothing is delivered any more: rejections and answers that have not been used by now are not used at all. */
  #standDown(): void {
    for (const position of this.#decided) this.#leaveUnused(position);
    this.#decided = [];
    this.#ready = this.#ready.filter((position) => !this.#isUnused(position));
  }

  /** What was made before the end is started like any other call, except for an answered one: its question is moot. */
  #isUnused(position: number): boolean {
    const state = this.#calls.get(position);
    const unused = this.#abortReason !== undefined || (state?.type === 'ready' && 'answer' in state);
    if (unused) this.#leaveUnused(position);
    return unused;
  }

  #leaveUnused(position: number): void {
    const state = this.#calls.get(position);
    if (state === undefined) return;
    const before = this.#before.at(position);
    this.#calls.set(position, { type: 'left', call: state.call, pending: pendingState(before) });
  }

  /** Takes a call out of flight, or off the list of decided ones, because it has settled or was given up. */
  #settled(position: number): CallState {
    const state = this.#calls.get(position);
    if (state?.type === 'decided') return this.#takeDecided(position);
    if (state?.type !== 'in-flight') throw new Error(`The call at position ${position} is not in flight.`);
    this.#inFlight -= 1;
    return state;
  }

  #takeDecided(position: number): CallState & { type: 'decided' } {
    const state = this.#calls.get(position);
    if (state?.type !== 'decided') throw new Error(`The call at position ${position} is not decided.`);
    this.#decided = this.#decided.filter((other) => other !== position);
    this.#answersUsed.add(position);
    return state;
  }

  #step(): AttemptStep {
    if (this.#decided.length > 0) return { execute: [], decided: this.#decidedCalls(), phase: 'running' };
    const execute = this.#ready.map((position) => this.#launch(position));
    this.#ready = [];
    if (this.session.outcome !== undefined) this.#leftInFlight ??= this.#callsInFlight();
    return { execute, decided: [], phase: this.#phase() };
  }

  #decidedCalls(): DecidedCall[] {
    return this.#decided.map((position) => {
      const state = this.#calls.get(position);
      if (state?.type !== 'decided') throw new Error(`The call at position ${position} is not decided.`);
      return { position, outcome: { error: rejection(state.call, state.reason) } };
    });
  }

  #launch(position: number): ExecutableCall {
    const state = this.#calls.get(position);
    if (state?.type !== 'ready') throw new Error(`The call at position ${position} is not ready.`);
    const { call } = state;
    this.#calls.set(position, { type: 'in-flight', call });
    this.#inFlight += 1;
    if ('answer' in state) this.#answersUsed.add(position);
    const idempotencyKey = `${this.#options.runId}:${position}`;
    return { ...call, idempotencyKey, ...('answer' in state && { answer: state.answer }) };
  }

  #callsInFlight(): Call[] {
    return [...this.#calls.values()].flatMap((state) => (state.type === 'in-flight' ? [state.call] : []));
  }

  #phase(): AttemptStep['phase'] {
    if (this.#inFlight === 0) return 'done';
    if (this.session.outcome !== undefined) return 'ending';
    return this.#delivers() ? 'running' : 'stopping';
  }

  #base(): RunBase {
    const { session } = this;
    const options = this.#options;
    return {
      header: this.#header,
      runId: options.runId,
      startedAt: options.startedAt,
      source: typeof options.script === 'string' ? options.script : options.script.source,
      ...(options.file !== undefined && { file: options.file }),
      input: options.input ?? null,
      initialData: options.data ?? {},
      callLog: session.callLog,
      delivered: session.delivered,
      pending: this.#pending(),
      data: session.data,
      console: [...session.console],
      warnings: [...session.warnings, ...this.#warnings()],
    };
  }

  #pending(): PendingCall[] {
    const states = [...this.#calls.values()].sort((a, b) => a.call.position - b.call.position);
    return states.map((state) => {
      const { position, name, input } = state.call;
      return { position, name, input, ...pendingOf(state) };
    });
  }

  #warnings(): RunBase['warnings'] {
    const positions = Object.keys(this.#options.answers ?? {}).map(Number);
    const unused = positions.filter((position) => !this.#answersUsed.has(position));
    return [...unused.map(answerUnused), ...(this.#leftInFlight ?? []).map(leftInFlight)];
  }
}

function newHeader(engine: EngineLike, options: AttemptOptions): RunHeader {
  const limits = { ...defaultLimits, ...options.limits };
  return makeHeader({ engine: engine.fingerprint, limits, actions: options.actions });
}

/** The session's part of the options. An absent one stays absent. */
function sessionOptions(options: AttemptOptions): SessionOptions {
  const { onInterrupt, initial, answers, header, writeAhead, ...rest } = options;
  return rest;
}

function rejection(call: Call, reason: Json): ActionFailure {
  const said = typeof reason === 'string' ? `: ${reason}` : '';
  return actionFailure('ActionRejected', `${call.name} was rejected${said}`, 'REJECTED', reason);
}

function pendingOf(state: CallState): Pick<PendingCall, 'state' | 'payload' | 'until'> {
  switch (state.type) {
    case 'interrupted':
      return { state: 'interrupted', payload: state.payload };
    case 'in-flight':
      return { state: 'in-flight' };
    case 'left':
      return state.pending;
    case 'ready':
    case 'decided':
      return { state: 'not-started' };
  }
}

function pendingState(before: PendingCall | undefined): Pick<PendingCall, 'state' | 'payload' | 'until'> {
  if (before === undefined) return { state: 'not-started' };
  const { state, payload, until } = before;
  return { state, ...(payload !== undefined && { payload }), ...(until !== undefined && { until }) };
}

function interruptsOf(pending: readonly PendingCall[]): Interrupt[] {
  return pending.flatMap(({ position, name, input, state, payload }) =>
    state === 'interrupted' ? [{ position, name, input, payload: payload ?? null }] : [],
  );
}
