import { parentPort, workerData } from 'node:worker_threads';
import { Engine } from '../../runtime/index.ts';
import { onAnotherHost } from '../world/index.ts';
import { perform } from './perform.ts';
import type { Task, ThreadData, ThreadMessage } from './task.ts';

/** A thread of a campaign: does one task after the other, and shows in shared memory how far it is. */
async function main(): Promise<void> {
  const { progress } = workerData as ThreadData;
  // Every case starts its script several times. The other engine evaluates it anew, and must come to the same.
  const engine = await Engine.load({ startImages: 'at-once' });
  const elsewhere = onAnotherHost(await Engine.load());
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

function post(message: ThreadMessage): void {
  parentPort?.postMessage(message);
}

function described(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

main().catch((error: unknown) => post({ type: 'broken', message: described(error) }));
