import { PositionTable } from './position-table.ts';

/** A call that the script waits for. */
export interface OpenCall {
  /** Where the guest keeps the functions that settle its promise. */
  readonly slot: number;
  readonly name: string;
  readonly inputText: string;
}

/** The calls that the script waits for, by position: those whose outcome the log has, and those that are outstanding. */
export class OpenCalls {
  readonly #calls: PositionTable<OpenCall>;
  readonly #outstanding = new Set<number>();
  #count = 0;

  /** @param from the position where the attempt begins. */
  constructor(from: number) {
    this.#calls = new PositionTable(from);
  }

  /** How many calls are open. */
  get count(): number {
    return this.#count;
  }

  /** Positions of the fresh calls that are not settled, in the order in which they were reserved. */
  get outstanding(): ReadonlySet<number> {
    return this.#outstanding;
  }

  at(position: number): OpenCall | undefined {
    return this.#calls.at(position);
  }

  put(position: number, call: OpenCall, isFresh: boolean): void {
    this.#calls.put(position, call);
    this.#count++;
    if (isFresh) this.#outstanding.add(position);
  }

  /** The call's outcome is in the log now. */
  settle(position: number): void {
    this.#outstanding.delete(position);
  }

  /** Takes the call out. It must be there. */
  take(position: number): OpenCall {
    const call = this.#calls.at(position);
    if (call === undefined) throw new Error(`no call is open at position ${position}`);
    this.#calls.remove(position);
    this.#count--;
    return call;
  }

  /** All open calls, in position order. */
  entries(): IterableIterator<[position: number, call: OpenCall]> {
    return this.#calls.entries();
  }
}
