import type { Json } from '../log/entry.ts';
import type { Call } from '../session/types.ts';
import type { PendingCall } from './run.ts';

/** What a run says about a hole. */
export type PendingState = Pick<PendingCall, 'state' | 'payload' | 'until'>;

/** Where a fresh call stands. */
export type CallState =
  /** To be executed with the next step. */
  | { type: 'ready'; answer?: Json }
  /** To be settled without being executed: it was rejected. */
  | { type: 'decided'; reason: Json }
  | { type: 'in-flight' }
  /** Nothing more is done about it in this attempt. */
  | { type: 'left'; as: PendingState };

/** The fresh calls of an attempt that have not settled. Each is in one state; what is left at the end are the holes. */
export class CallTable {
  readonly #calls = new Map<number, { call: Call; state: CallState }>();
  #ready: number[] = [];
  #decided: number[] = [];
  #inFlight = 0;

  add(call: Call, state: CallState): void {
    this.#calls.set(call.position, { call, state });
    if (state.type === 'ready') this.#ready.push(call.position);
    if (state.type === 'decided') this.#decided.push(call.position);
  }

  get inFlight(): number {
    return this.#inFlight;
  }

  get callsInFlight(): Call[] {
    return [...this.#calls.values()].flatMap(({ call, state }) => (state.type === 'in-flight' ? [call] : []));
  }

  /** Calls that were rejected, in position order. */
  get decided(): { call: Call; reason: Json }[] {
    return this.#decided.flatMap((position) => {
      const { call, state } = this.#get(position);
      return state.type === 'decided' ? [{ call, reason: state.reason }] : [];
    });
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

  /** A call in flight, or a decided one, has settled. */
  settle(position: number): Call {
    const { call, state } = this.#get(position);
    if (state.type === 'in-flight') this.#inFlight -= 1;
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
  standDown(isMoot: (state: CallState) => boolean, before: (position: number) => PendingState): void {
    const waiting = [...this.#decided, ...this.#ready];
    this.#decided = [];
    this.#ready = [];
    for (const { call, state } of waiting.map((position) => this.#get(position))) {
      this.add(call, isMoot(state) ? { type: 'left', as: before(call.position) } : state);
    }
  }

  /** What a run says about a call that has not settled, if this table has it. */
  pendingState(position: number): PendingState | undefined {
    const state = this.#calls.get(position)?.state;
    if (state === undefined) return undefined;
    if (state.type === 'left') return state.as;
    return { state: state.type === 'in-flight' ? 'in-flight' : 'not-started' };
  }

  #get(position: number): { call: Call; state: CallState } {
    const known = this.#calls.get(position);
    if (known === undefined) throw new Error(`The call at position ${position} is not open.`);
    return known;
  }
}
