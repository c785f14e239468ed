import type { Call } from '../../session/types.ts';
import type { AttemptStep } from '../attempt-step.ts';
import type { PendingState } from '../call-table.ts';
import type { PendingCall } from '../run.ts';

/** The calls of an attempt that have not settled, as far as this thread has heard of them. */
export class OpenCalls {
  readonly #before: ReadonlyMap<number, PendingCall>;
  readonly #known = new Map<number, { call: Call; as: PendingState }>();
  readonly #settled = new Set<number>();
  readonly #inFlight = new Set<number>();

  constructor(pending: readonly PendingCall[]) {
    this.#before = new Map(pending.map((call) => [call.position, call]));
  }

  at(position: number): Call {
    const known = this.#known.get(position)?.call;
    if (known === undefined) throw new Error(`The call at position ${position} was not handed out.`);
    return known;
  }

  get inFlight(): number {
    return this.#inFlight.size;
  }

  handedOut({ execute, decided, sleeps }: AttemptStep): void {
    for (const { position, name, input } of execute) {
      this.#known.set(position, { call: { position, name, input }, as: { state: 'in-flight' } });
      this.#inFlight.add(position);
    }
    for (const { position, name, input, until } of sleeps) {
      this.#known.set(position, { call: { position, name, input }, as: { state: 'sleeping', until } });
    }
    for (const { position, name, input } of decided) {
      this.#known.set(position, { call: { position, name, input }, as: this.#stateBefore(position) });
    }
  }

  settled(position: number): void {
    this.#known.delete(position);
    this.#inFlight.delete(position);
    this.#settled.add(position);
  }

  left(position: number, as?: PendingState): void {
    const call = this.at(position);
    this.#inFlight.delete(position);
    this.#known.set(position, { call, as: as ?? this.#stateBefore(position) });
  }

  /** What a run says of them. */
  get pending(): PendingCall[] {
    const before = [...this.#before.values()].filter(
      ({ position }) => !this.#known.has(position) && !this.#settled.has(position),
    );
    const known = [...this.#known.values()].map(({ call, as }) => ({ ...call, ...as }));
    return [...before, ...known].sort((a, b) => a.position - b.position);
  }

  /** Whether something was to be done about it. */
  wasHandedOut(position: number): boolean {
    return this.#known.has(position) || this.#settled.has(position);
  }

  #stateBefore(position: number): PendingState {
    const before = this.#before.get(position);
    if (before === undefined) return { state: 'not-started' };
    const { state, payload, until } = before;
    return { state, ...(payload !== undefined && { payload }), ...(until !== undefined && { until }) };
  }
}
