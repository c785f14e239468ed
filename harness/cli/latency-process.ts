import process from 'node:process';
import { explain } from './explain.ts';
import type { LatencyJob, LatencyMessage } from './job.ts';
import { inThread } from './thread.ts';

/**
 * The program of a process that makes one attempt at the figures of replay latency: nothing else has a part in its CPU time, nor
 * anything in its memory. Takes the job as its first message, and sends what came of it.
 */
const stop = new AbortController();
process.on('disconnect', () => stop.abort());
process.once('message', (job) => void perform(job as LatencyJob));

async function perform(job: LatencyJob): Promise<void> {
  const hooks = { signal: stop.signal, onNote: () => {}, onProgress: () => {} };
  try {
    send({ type: 'done', result: await inThread(job, hooks) });
  } catch (error) {
    const { exit, message } = explain(error);
    send({ type: 'failed', exit, message });
  }
}

function send(message: LatencyMessage): void {
  process.send?.(message, () => process.disconnect());
}
