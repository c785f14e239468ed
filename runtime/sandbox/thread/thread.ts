import { Worker } from 'node:worker_threads';
import type { Json } from '../../log/entry.ts';
import { type ErrandMessage, type Progress, type ThreadData, type ThreadMessage, underWay } from './protocol.ts';
import { Watchdog } from './watchdog.ts';

/** Large enough for the guest's own stack limit to be met before the host's, always. */
const resourceLimits = { stackSizeMb: 64 };

/** How a posted errand went: a report came, or the thread is gone. */
export type ErrandEnd =
  | { readonly type: 'report'; readonly text: string }
  /** `blame`: it was this errand that the thread ended with, and why. Else it can be tried elsewhere. */
  | { readonly type: 'lost'; readonly blame: Json | undefined };

/** Something to be done in a thread. */
export interface PostedErrand {
  readonly id: number;
  readonly attempt: number;
  readonly text: string;
  readonly log?: string | undefined;
  /** What a turn may take, in milliseconds. */
  readonly wallMs: number;
  readonly ended: (end: ErrandEnd) => void;
}

export interface ThreadEvents {
  /** It is ready, or has done an errand. */
  free(): void;
  /** It has ended. `before` says whether it was ever ready. */
  gone(wasReady: boolean, message: string): void;
}

/** One worker thread. Errands are done in the order in which they are posted. */
export class Thread {
  readonly #worker: Worker;
  readonly #progress: Progress = new Int32Array(new SharedArrayBuffer(8));
  readonly #errands = new Map<number, PostedErrand>();
  readonly #watchdog: Watchdog;
  readonly #events: ThreadEvents;
  readonly #exited: Promise<void>;
  #isReady = false;
  #isGone = false;
  #verdict: { errand: number; blame: Json } | undefined;
  #failure = 'it ended by itself';
  /** Attempts that live in it. */
  attempts = 0;

  constructor(file: URL, binary: ThreadData['binary'], events: ThreadEvents) {
    this.#events = events;
    const workerData: ThreadData = { binary, progress: this.#progress };
    this.#worker = new Worker(file, { workerData, resourceLimits, execArgv: [] });
    this.#watchdog = new Watchdog(
      this.#progress,
      (errand) => this.#errands.get(errand)?.wallMs,
      (errand) => this.kill(errand, limitWall(this.#errands.get(errand)?.wallMs ?? 0)),
    );
    this.#worker.on('message', (message: ThreadMessage) => this.#heard(message));
    this.#worker.on('error', (error: unknown) => {
      this.#failure = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    });
    this.#exited = new Promise((resolve) => {
      this.#worker.once('exit', () => {
        this.#ended();
        resolve();
      });
    });
  }

  get isGone(): boolean {
    return this.#isGone;
  }

  /** Whether it has nothing to do. */
  get isIdle(): boolean {
    return this.#isReady && !this.#isGone && this.#verdict === undefined && this.#errands.size === 0;
  }

  post(errand: PostedErrand): void {
    if (this.#isGone) {
      errand.ended({ type: 'lost', blame: undefined });
      return;
    }
    this.#errands.set(errand.id, errand);
    this.#worker.ref();
    this.#watchdog.watch(errand.wallMs);
    const { id, attempt, text, log } = errand;
    this.#worker.postMessage({ id, attempt, text, ...(log !== undefined && { log }) } satisfies ErrandMessage);
  }

  /** An attempt in it is given up. */
  drop(attempt: number): void {
    this.attempts -= 1;
    if (!this.#isGone) this.#worker.postMessage({ id: 0, attempt });
  }

  /** Ends the thread for an errand that is under way. Whoever posted it is told that it was to blame. */
  kill(errand: number, blame: Json): void {
    if (this.#verdict !== undefined) return;
    this.#verdict = { errand, blame };
    void this.#worker.terminate();
  }

  /** An errand is not waited for any longer: the thread is ended if it is under way, else its report is not listened to. */
  giveUp({ id, ended }: PostedErrand, blame: Json): void {
    if (Atomics.load(this.#progress, underWay) === id) this.kill(id, blame);
    else if (this.#errands.delete(id)) ended({ type: 'lost', blame });
  }

  /** Ends the thread, whatever it is doing. No run is to blame: those that live here go on elsewhere. */
  async close(): Promise<void> {
    this.#verdict ??= { errand: 0, blame: null };
    void this.#worker.terminate();
    await this.#exited;
  }

  #heard(message: ThreadMessage): void {
    if (message === 'ready') this.#isReady = true;
    else this.#done(message.id, message.text);
    if (this.#errands.size === 0) {
      this.#watchdog.rest();
      this.#worker.unref();
    }
    this.#events.free();
  }

  #done(id: number, text: string): void {
    const errand = this.#errands.get(id);
    this.#errands.delete(id);
    errand?.ended({ type: 'report', text });
  }

  /** Reports that were posted before the end have been heard by now. */
  #ended(): void {
    this.#isGone = true;
    this.#watchdog.rest();
    const { errand: culprit, blame } = this.#verdict ?? {
      errand: Atomics.load(this.#progress, underWay),
      blame: { code: 'ENGINE', message: `The thread of the script has failed: ${this.#failure}` },
    };
    const errands = [...this.#errands.values()];
    this.#errands.clear();
    this.#events.gone(this.#isReady, this.#failure);
    for (const { id, ended } of errands) ended({ type: 'lost', blame: id === culprit ? blame : undefined });
  }
}

function limitWall(wallMs: number): Json {
  const message = `A turn of the script took longer than limits.wallMs (${wallMs} ms)`;
  return { code: 'LIMIT_WALL', message, limit: { name: 'wallMs', value: wallMs } };
}
