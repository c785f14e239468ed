import { type ChildProcess, fork } from 'node:child_process';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import type { FigureEstimate } from '../../benches/index.ts';
import { CommandError, exitCode } from './exit.ts';
import type { LatencyJob, LatencyMessage } from './job.ts';

/** Makes one attempt in a new process, which is given these options of Node besides our own. Throws the `CommandError` that it ended with. */
export async function measureInProcess(
  job: LatencyJob,
  signal: AbortSignal,
  nodeOptions: readonly string[] = [],
): Promise<FigureEstimate[]> {
  const child = fork(fileURLToPath(new URL('./latency-process.js', import.meta.url)), {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'advanced',
    execArgv: [...process.execArgv, ...nodeOptions],
  });
  child.stderr?.pipe(process.stderr, { end: false });
  const stop = (): void => child.disconnect();
  signal.addEventListener('abort', stop, { once: true });
  try {
    const result = settled(child);
    child.send(job);
    return await result;
  } finally {
    signal.removeEventListener('abort', stop);
    child.kill('SIGKILL');
  }
}

function settled(child: ChildProcess): Promise<FigureEstimate[]> {
  return new Promise((resolve, reject) => {
    child.on('message', (message: LatencyMessage) => {
      if (message.type === 'done') resolve(message.result);
      else reject(new CommandError(message.exit, message.message));
    });
    child.on('error', reject);
    child.on('exit', (code, signal) => reject(new CommandError(exitCode.broken, ended(signal ?? `code ${code}`))));
  });
}

function ended(how: string): string {
  return `The process that measures replay latency ended with ${how} before it had a result.`;
}
