import { SHARE_ENV, Worker, type WorkerOptions } from 'node:worker_threads';
import type { ResultOf, Task, ThreadData, ThreadMessage } from './task.ts';
import { Watchdog } from './watchdog.ts';

/**
 * A stack that is large enough for the guest's own limit to be met before the host's; and room for what a case leaves
 * behind, most of which is garbage when the case is over: with less, a tenth of the time goes into collecting it.
 */
const resourceLimits = { stackSizeMb: 64, maxYoungGenerationSizeMb: 64 };

/** How often a thread is looked at. */
const watchMs = 500;

/** A case may take so many times as long as one execution of its script: it has hundreds, each of which shows progress. */
const executionsFactor = 30;

/** Why a thread is gone. */
export interface Death {
  /**
   * `hung`: one execution of a script took longer than is allowed, or a case with all of them did. `died`: the thread ended by itself. `memory`: it was ended because it
   * took more memory than it may, which may be the machine's fault. `broken`: the harness failed in it.
   */
  readonly kind: 'hung' | 'died' | 'memory' | 'broken';
  readonly message: string;
  /** Index of the case that was under way; `undefined` before the first. */
  readonly index: number | undefined;
}

/** A thread that died over a task. The task can go on without the case that killed it. */
export class ThreadDied extends Error {
  constructor(readonly death: Death) {
    super(death.message);
  }
}

/**
 * One worker thread and its watchdogs. It does one task at a time. An execution that takes longer than `caseMs` gets the
 * whole thread killed: a guest that loops in native code cannot be stopped otherwise.
 */
export class CampaignThread {
  readonly #worker: Worker;
  readonly #progress = new Int32Array(new SharedArrayBuffer(12));
  readonly #caseMs: number;
  readonly #ready: Promise<void>;
  #waiting: { resolve: (result: never) => void; reject: (error: ThreadDied) => void } | undefined;
  #death: Death | undefined;

  /** @param env the process's own by default, so that its time zone can be changed from within. */
  constructor(url: URL, caseMs: number, env: NonNullable<WorkerOptions['env']> = SHARE_ENV) {
    this.#caseMs = caseMs;
    this.#progress[1] = -1;
    const workerData: ThreadData = { progress: this.#progress };
    this.#worker = new Worker(url, { workerData, resourceLimits, env });
    this.#ready = this.#next<void>();
    this.#ready.catch(() => {});
    this.#worker.on('message', (message: ThreadMessage) => this.#heard(message));
    this.#worker.on('error', (error: unknown) => this.#die(isOutOfMemory(error) ? 'memory' : 'died', endedBy(error)));
    this.#worker.on('exit', (code) => this.#die('died', `The thread ended with exit code ${code}.`));
  }

  get isAlive(): boolean {
    return this.#death === undefined;
  }

  /** Does a task. Rejects with `ThreadDied`. */
  perform<T extends Task>(task: T): Promise<ResultOf<T>> {
    return this.do(task);
  }

  /** The same in a thread that runs another program, which speaks as this one. */
  async do<Result>(task: object): Promise<Result> {
    await this.#ready;
    if (this.#death !== undefined) throw new ThreadDied(this.#death);
    Atomics.store(this.#progress, 1, -1);
    const result = this.#next<Result>();
    this.#worker.postMessage(task);
    const watch = this.#watch();
    try {
      return await result;
    } finally {
      clearInterval(watch);
    }
  }

  /** Ends the thread, whatever it is doing. */
  async close(): Promise<void> {
    this.#die('died', 'The thread was closed.');
    await this.#worker.terminate();
  }

  #next<R>(): Promise<R> {
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
    });
  }

  #heard(message: ThreadMessage): void {
    if (message.type === 'broken') this.#die('broken', message.message);
    else this.#waiting?.resolve((message.type === 'done' ? message.result : undefined) as never);
  }

  #watch(): NodeJS.Timeout {
    const execution = new Watchdog(this.#caseMs);
    const whole = new Watchdog(this.#caseMs * executionsFactor);
    return setInterval(() => {
      const [begun, executed] = [Atomics.load(this.#progress, 0), Atomics.load(this.#progress, 2)];
      if (execution.isOver(begun + executed)) this.#die('hung', hungText(this.#caseMs));
      if (whole.isOver(begun)) this.#die('hung', hungText(this.#caseMs * executionsFactor));
    }, watchMs);
  }

  #die(kind: Death['kind'], message: string): void {
    if (this.#death !== undefined) return;
    const index = Atomics.load(this.#progress, 1);
    this.#death = { kind, message, index: index < 0 ? undefined : index };
    this.#waiting?.reject(new ThreadDied(this.#death));
    void this.#worker.terminate();
  }
}

function hungText(ms: number): string {
  return `It took longer than ${ms} ms without getting anywhere, and was killed.`;
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}

function endedBy(error: unknown): string {
  return `The thread ended: ${error instanceof Error ? `${error.name}: ${error.message}` : String(error)}`;
}
