import { parentPort, workerData } from 'node:worker_threads';
import { Engine, type EngineLike } from '../../runtime/index.ts';
import { onAnotherHost } from '../world/index.ts';
import { perform } from './perform.ts';
import type { Task, ThreadData, ThreadMessage } from './task.ts';

/** A thread of a campaign: does one task after the other, and shows in shared memory how far it is. */
async function main(): Promise<void> {
  const { progress } = workerData as ThreadData;
  // Every case starts its script several times. The other engine evaluates it anew, and must come to the same.
  const engine = counting(await Engine.load({ startImages: 'at-once' }), progress);
  const elsewhere = onAnotherHost(counting(await Engine.load(), progress));
  const begin = (index: number): void => {
    Atomics.store(progress, 1, index);
    Atomics.add(progress, 0, 1);
  };
  parentPort?.on('message', (task: Task) => {
    try {
      post({ type: 'done', result: perform(engine, task, begin, elsewhere) });
    } catch (error) {
      post({ type: 'broken', message: described(error) });
    }
  });
  post({ type: 'ready' });
}

/** A case has hundreds of executions: who watches sees each of them begin. */
function counting(engine: EngineLike, progress: Int32Array): EngineLike {
  return {
    fingerprint: engine.fingerprint,
    open(options) {
      Atomics.add(progress, 2, 1);
      return engine.open(options);
    },
  };
}

function post(message: ThreadMessage): void {
  parentPort?.postMessage(message);
}

function described(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

main().catch((error: unknown) => post({ type: 'broken', message: described(error) }));
