import type { IHasher } from 'hash-wasm';

/** Where a rolling hash stands: what it has taken in, and the hasher's two states after that. */
export interface LogHashState {
  readonly positions: number;
  readonly delivered: number;
  readonly calls: Uint8Array;
  readonly deliveries: Uint8Array;
}

/** What a position or a delivery is hashed as. */
export interface LogTexts {
  call(position: number): string;
  delivery(order: number): string;
}

/**
 * A rolling hash of a run's log so far: of what was reserved, in position order, and of what was delivered, in settle order. It is
 * brought up to date when somebody asks, so that the replay path does not pay for it, and does not depend on when that was.
 */
export class LogHash {
  readonly #hasher: IHasher;
  #state: LogHashState;

  constructor(hasher: IHasher, state?: LogHashState) {
    this.#hasher = hasher;
    this.#state = state ?? emptyState(hasher);
  }

  get state(): LogHashState {
    return this.#state;
  }

  advance(positions: number, delivered: number, texts: LogTexts): void {
    const { calls, deliveries } = this.#state;
    this.#state = {
      positions,
      delivered,
      calls: this.#take(calls, this.#state.positions, positions, texts.call),
      deliveries: this.#take(deliveries, this.#state.delivered, delivered, texts.delivery),
    };
  }

  /** 32 hex digits. */
  get digest(): string {
    const { calls, deliveries } = this.#state;
    const parts = [calls, deliveries].map((state) => this.#hasher.load(state).digest('hex'));
    return this.#hasher.init().update(parts.join('')).digest('hex');
  }

  #take(state: Uint8Array, from: number, to: number, textOf: (index: number) => string): Uint8Array {
    if (from >= to) return state;
    this.#hasher.load(state);
    for (let index = from; index < to; index++) this.#hasher.update(`${textOf(index)}\n`);
    return this.#hasher.save();
  }
}

function emptyState(hasher: IHasher): LogHashState {
  const empty = hasher.init().save();
  return { positions: 0, delivered: 0, calls: empty, deliveries: empty };
}
