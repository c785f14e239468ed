import { parentPort, workerData } from 'node:worker_threads';
import { Engine } from '../../session/engine.ts';
import { ErrandDesk } from './errand-desk.ts';
import type { ErrandMessage, ThreadData, ThreadMessage } from './protocol.ts';

/** A thread that runs scripts: does one errand after the other, and shows in shared memory which and how far it is. */
async function main(): Promise<void> {
  const { binary, progress } = workerData as ThreadData;
  const desk = new ErrandDesk(await Engine.load({ binary }), progress);
  parentPort?.on('message', (message: ErrandMessage) => {
    const text = desk.handle(message);
    if (text !== undefined) post({ id: message.id, text });
    desk.rest();
  });
  post('ready');
}

function post(message: ThreadMessage): void {
  parentPort?.postMessage(message);
}

// What is thrown ends the thread, and main hears of it.
void main();
