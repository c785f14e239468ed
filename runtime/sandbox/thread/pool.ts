import { EngineError, MisuseError } from '../../errors.ts';
import type { Json } from '../../log/entry.ts';
import type { ThreadData } from './protocol.ts';
import { type ErrandEnd, type PostedErrand, Thread } from './thread.ts';

export interface PoolParts {
  readonly file: URL;
  readonly binary: ThreadData['binary'];
  /** Of the engine that the threads run. */
  readonly fingerprint: string;
  readonly threadsMax: number;
  /** How many errands may wait for a thread. */
  readonly queueMax: number;
}

/** An errand on its way to a thread of the pool's choice. */
export interface Entry {
  readonly errand: PostedErrand;
  /** The thread that got it. */
  readonly taken: (thread: Thread) => void;
  readonly failed: (error: Error) => void;
}

/**
 * The threads that scripts run in. They are started when they are needed. What comes in goes to a thread that has nothing to
 * do; where all are busy it waits in a queue, and each thread takes one from there with every errand that it has done.
 */
export class ThreadPool {
  readonly #parts: PoolParts;
  readonly #threads = new Set<Thread>();
  #queue: Entry[] = [];
  #nextId = 1;
  #closed = false;

  constructor(parts: PoolParts) {
    this.#parts = parts;
  }

  get fingerprint(): string {
    return this.#parts.fingerprint;
  }

  /** Those that there are now. */
  get threads(): readonly Thread[] {
    return [...this.#threads];
  }

  /** A number for an errand or an attempt, never given before. */
  newId(): number {
    return this.#nextId++;
  }

  /**
   * Sends an errand to some thread, now or when there is one.
   *
   * @param bounded whether it may be refused because too many are waiting.
   */
  enter(entry: Entry, bounded: boolean): void {
    const thread = this.#idleThread();
    if (thread !== undefined) hand(entry, thread);
    else this.#enqueue(entry, bounded);
  }

  /** An errand that no thread has taken yet is not to be done any more. Gives back whether it was there. */
  withdraw(errand: PostedErrand, blame: Json): boolean {
    const index = this.#queue.findIndex((entry) => entry.errand === errand);
    if (index === -1) return false;
    this.#queue.splice(index, 1);
    errand.ended({ type: 'lost', blame } satisfies ErrandEnd);
    return true;
  }

  /** Ends all threads. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#threads].map((thread) => thread.close()));
  }

  #idleThread(): Thread | undefined {
    if (this.#closed || this.#queue.length > 0) return undefined;
    const idle = [...this.#threads].filter((thread) => thread.isIdle);
    return idle.reduce<Thread | undefined>(
      (best, thread) => (best && best.attempts <= thread.attempts ? best : thread),
      undefined,
    );
  }

  #enqueue(entry: Entry, bounded: boolean): void {
    const { threadsMax, queueMax } = this.#parts;
    try {
      if (this.#closed) throw new MisuseError('CLOSED', 'The threads of this sandbox were closed.');
      if (bounded && this.#queue.length >= queueMax) throw overloaded(this.#parts);
      if (this.#threads.size < threadsMax) this.#start();
      this.#queue.push(entry);
    } catch (error) {
      entry.failed(error as Error);
    }
  }

  #start(): void {
    const { file, binary } = this.#parts;
    const thread: Thread = new Thread(file, binary, {
      free: () => this.#serve(thread),
      gone: (wasReady, message) => this.#gone(thread, wasReady, message),
    });
    this.#threads.add(thread);
  }

  #serve(thread: Thread): void {
    const next = this.#queue.shift();
    if (next !== undefined) hand(next, thread);
  }

  /** A thread that was never ready will not be the next time either: whoever waits for one is told. */
  #gone(thread: Thread, wasReady: boolean, message: string): void {
    this.#threads.delete(thread);
    const waiting = this.#queue;
    if (this.#closed || !wasReady) {
      this.#queue = [];
      const error = new EngineError(`No thread could be started for scripts: ${message}`);
      for (const { failed } of waiting) failed(error);
    } else if (waiting.length > this.#threads.size) this.#start();
  }
}

function hand({ errand, taken }: Entry, thread: Thread): void {
  thread.attempts += 1;
  taken(thread);
  thread.post(errand);
}

function overloaded({ threadsMax, queueMax }: PoolParts): MisuseError {
  return new MisuseError(
    'OVERLOADED',
    `All ${threadsMax} threads are busy and ${queueMax} runs are waiting for one already (queueMax): try again later, or start fewer at a time.`,
  );
}
