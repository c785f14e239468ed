import { Worker } from 'node:worker_threads';
import type { HostileScript } from './hostile-script.ts';

/** Built from `worker.ts`. Threads run what is built: Node reads no TypeScript. */
const workerUrl = new URL('../../dist/properties/hostile/worker.js', import.meta.url);

/** As large as the product's own threads have it: deep recursion then ends in the engine's stack, never in the host's. */
const resourceLimits = { stackSizeMb: 64 };

/** Examines hostile scripts in a thread, one at a time. A script that kills the thread is answered with how it died. */
export class HostileThread {
  #worker: Worker | undefined;

  examine(hostile: HostileScript): Promise<readonly string[]> {
    this.#worker ??= new Worker(workerUrl, { resourceLimits });
    const worker = this.#worker;
    return new Promise((resolve) => {
      const answered = (problems: readonly string[]): void => {
        worker.off('error', died).off('exit', died);
        resolve(problems);
      };
      const died = (how: unknown): void => {
        this.#worker = undefined;
        worker.off('message', answered);
        resolve([`the thread died: ${String(how)}`]);
      };
      worker.once('message', answered).once('error', died).once('exit', died);
      worker.postMessage(hostile);
    });
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
  }
}
