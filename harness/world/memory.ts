import type { Session } from '../../runtime/index.ts';

/** After which turns of an execution its guest's memory is kept: after those listed and at its end (`last`: there alone). */
export type MemoryTurns = 'never' | 'last' | 'every' | readonly number[];

/** A guest's memory at one quiescence, and what it had spent by then. A copy costs a tenth of a hash. */
export interface MemoryCopy {
  /** Its two parts, static data and heap. What lies between them is a stack that is empty at quiescence. */
  readonly parts: readonly [low: Buffer, heap: Buffer];
  readonly fuelUsed: number;
}

export function copyMemory(session: Session): MemoryCopy {
  const [low, heap] = session.memory();
  // Every outcome that was delivered made a turn, and the start made one.
  const alike = copiesAfter(session.delivered);
  return { parts: [copyBytes(low, alike), copyBytes(heap, alike)], fuelUsed: session.fuelUsed };
}

/** The copies that were made during some work, of which many are equal, and the buffers that they are in. */
interface CopyScope {
  /** By turn: executions of one case are mostly equal where they are equally far. */
  readonly copies: Map<number, Buffer[]>;
  readonly buffers: Buffer[];
}

const sizeStep = 64 * 1024;
const spareMax = 128;
/** Fresh buffers are most of what copying costs, and keep the collector busy. */
const spare: Buffer[] = [];
let scope: CopyScope | undefined;

/** What is copied during `work` must not outlive it: its buffers are used again. */
export function reusingMemory<Result>(work: () => Result): Result {
  const outer = scope;
  scope = { copies: new Map(), buffers: [] };
  try {
    return work();
  } finally {
    spare.push(...scope.buffers.slice(0, spareMax - spare.length));
    scope = outer;
  }
}

/** How many of the latest copies after the same turn are looked at for one that is equal. */
const alikeMax = 4;

function copiesAfter(turn: number): Buffer[] | undefined {
  if (scope === undefined) return undefined;
  const known = scope.copies.get(turn);
  if (known !== undefined) return known;
  const none: Buffer[] = [];
  scope.copies.set(turn, none);
  return none;
}

function copyBytes(bytes: Uint8Array, others: Buffer[] | undefined): Buffer {
  const alike = others?.slice(-alikeMax).findLast((copy) => copy.equals(bytes));
  if (alike !== undefined) return alike;
  const copy = takeBuffer(bytes.length);
  copy.set(bytes);
  others?.push(copy);
  return copy;
}

function takeBuffer(bytes: number): Buffer {
  if (scope === undefined) return Buffer.allocUnsafeSlow(bytes);
  const index = spare.findLastIndex(({ length }) => length >= bytes && length < bytes + sizeStep);
  const [buffer = Buffer.allocUnsafeSlow(Math.ceil(bytes / sizeStep) * sizeStep)] =
    index < 0 ? [] : spare.splice(index, 1);
  scope.buffers.push(buffer);
  return buffer.subarray(0, bytes);
}

/** Copies beyond this are not kept: a script may have a large heap and many turns. */
const keptBytesMax = 256 * 2 ** 20;

/** The memories of one execution after some of its turns. They stay in the process: as JSON they are nothing. */
export class Memories {
  readonly #turns: MemoryTurns;
  readonly #copies = new Map<number, MemoryCopy>();
  #bytes = 0;

  constructor(turns: MemoryTurns) {
    this.#turns = turns;
  }

  afterTurn(turn: number, session: Session): void {
    if (this.#copies.has(turn)) return;
    if (this.#turns === 'every' || (typeof this.#turns === 'object' && this.#turns.includes(turn)))
      this.keep(turn, copyMemory(session));
  }

  /** The script runs no further. */
  atEnd(session: Session): void {
    const turn = session.delivered;
    const isOver = this.#turns === 'never' || this.#copies.has(turn) || session.state === 'closed';
    if (!isOver) this.keep(turn, copyMemory(session));
  }

  keep(turn: number, copy: MemoryCopy): void {
    const bytes = copy.parts[0].length + copy.parts[1].length;
    if (this.#bytes + bytes > keptBytesMax) return;
    this.#bytes += bytes;
    this.#copies.set(turn, copy);
  }

  at(turn: number): MemoryCopy | undefined {
    return this.#copies.get(turn);
  }

  toJSON(): undefined {
    return undefined;
  }
}
