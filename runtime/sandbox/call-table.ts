import type { Json, Outcome } from '../log/entry.ts';
import type { Call } from '../session/types.ts';
import type { DecidedCall, SleepingCall } from './attempt-step.ts';
import type { PendingCall } from './run.ts';
import { SleepQueue } from './sleep-queue.ts';

/** What a run says about a hole. */
export type PendingState = Pick<PendingCall, 'state' | 'payload' | 'until'>;

/** Where a fresh call stands. */
export type CallState =
  /** To be executed with the next step. */
  | { type: 'ready'; answer?: Json }
  /** To be settled without being executed: it was rejected, or it slept until `due`. */
  | { type: 'decided'; outcome: Outcome; due?: number }
  | { type: 'in-flight' }
  /** Not executed by anybody: it is over at its time. */
  | { type: 'sleeping'; until: number }
  /** Nothing more is done about it in this attempt. */
  | { type: 'left'; as: PendingState };

/** The fresh calls of an attempt that have not settled. Each is in one state; what is left at the end are the holes. */
export class CallTable {
  readonly #calls = new Map<number, { call: Call; state: CallState }>();
  readonly #sleeps = new SleepQueue();
  #ready: number[] = [];
  #decided: number[] = [];
  /** Sleeps that no step has told of. */
  #newSleeps: SleepingCall[] = [];
  #inFlight = 0;

  add(call: Call, state: CallState): void {
    this.#calls.set(call.position, { call, state });
    if (state.type === 'ready') this.#ready.push(call.position);
    if (state.type === 'decided') this.#decided.push(call.position);
    if (state.type === 'sleeping') this.#addSleep({ ...call, until: state.until });
  }

  get inFlight(): number {
    return this.#inFlight;
  }

  get callsInFlight(): Call[] {
    return [...this.#calls.values()].flatMap(({ call, state }) => (state.type === 'in-flight' ? [call] : []));
  }

  /** The sleep that is over first. */
  get nextSleep(): SleepingCall | undefined {
    return this.#sleeps.first;
  }

  /** Calls that settle without being executed, in the order in which they do. */
  get decided(): DecidedCall[] {
    if (this.#decided.length === 0) return [];
    const decided = inSettleOrder(this.#decided.map((position) => this.#decidedAt(position)));
    return decided.map(({ due, ...call }) => call);
  }

  callAt(position: number): Call {
    return this.#get(position).call;
  }

  /** Puts all ready calls in flight and gives them back, in position order. */
  launch(): { call: Call; state: CallState }[] {
    const ready = this.#ready.map((position) => this.#get(position));
    for (const { call } of ready) this.#calls.set(call.position, { call, state: { type: 'in-flight' } });
    this.#inFlight += ready.length;
    this.#ready = [];
    return ready;
  }

  /** Sleeps that have been added since this was last asked, in position order. */
  takeNewSleeps(): SleepingCall[] {
    const sleeps = this.#newSleeps;
    if (sleeps.length > 0) this.#newSleeps = [];
    return sleeps;
  }

  /** A call in flight, a sleeping or a decided one has settled. */
  settle(position: number): Call {
    const { call, state } = this.#get(position);
    if (state.type === 'in-flight') this.#inFlight -= 1;
    else if (state.type === 'sleeping') this.#sleeps.remove({ ...call, until: state.until });
    else if (state.type === 'decided') this.#decided = this.#decided.filter((other) => other !== position);
    else throw new Error(`The call at position ${position} is not in flight.`);
    this.#calls.delete(position);
    return call;
  }

  /** A call in flight will not be heard of any more in this attempt. */
  leave(position: number, as: PendingState): void {
    const call = this.settle(position);
    this.add(call, { type: 'left', as });
  }

  /** Leaves decided and ready calls as they were, if `isMoot` says so. */
  standDown(isMoot: (call: Call, state: CallState) => boolean, before: (call: Call) => PendingState): void {
    const waiting = [...this.#decided, ...this.#ready];
    this.#decided = [];
    this.#ready = [];
    for (const { call, state } of waiting.map((position) => this.#get(position))) {
      this.add(call, isMoot(call, state) ? { type: 'left', as: before(call) } : state);
    }
  }

  /** What a run says about a call that has not settled, if this table has it. */
  pendingState(position: number): PendingState | undefined {
    const state = this.#calls.get(position)?.state;
    if (state === undefined) return undefined;
    if (state.type === 'left') return state.as;
    if (state.type === 'sleeping') return { state: 'sleeping', until: state.until };
    return { state: state.type === 'in-flight' ? 'in-flight' : 'not-started' };
  }

  #addSleep(sleep: SleepingCall): void {
    this.#sleeps.add(sleep);
    this.#newSleeps.push(sleep);
  }

  #decidedAt(position: number): Decided {
    const { call, state } = this.#get(position);
    if (state.type !== 'decided') throw new Error(`The call at position ${position} is not decided.`);
    return { ...call, outcome: state.outcome, due: state.due };
  }

  #get(position: number): { call: Call; state: CallState } {
    const known = this.#calls.get(position);
    if (known === undefined) throw new Error(`The call at position ${position} is not open.`);
    return known;
  }
}

interface Decided extends DecidedCall {
  /** Of a sleep. */
  due: number | undefined;
}

/** By position, but that a sleep which is over goes before all that are over later: it takes the lowest of their positions. */
function inSettleOrder(calls: readonly Decided[]): readonly Decided[] {
  const places = new Map<Decided, number>();
  let lowest = Number.POSITIVE_INFINITY;
  for (const sleep of calls
    .filter(({ due }) => due !== undefined)
    .sort(inTimeOrder)
    .reverse()) {
    lowest = Math.min(lowest, sleep.position);
    places.set(sleep, lowest);
  }
  if (places.size === 0) return calls;
  const placeOf = (call: Decided) => places.get(call) ?? call.position;
  return [...calls].sort((a, b) => placeOf(a) - placeOf(b) || inTimeOrder(a, b));
}

function inTimeOrder(a: Decided, b: Decided): number {
  return (a.due ?? 0) - (b.due ?? 0) || a.position - b.position;
}
