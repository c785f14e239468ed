import { availableParallelism } from 'node:os';
import process from 'node:process';
import { SHARE_ENV, Worker } from 'node:worker_threads';
import { CommandError, exitCode } from './exit.ts';
import type { Answers, Job, JobMessage, JobResults, Progress, Question, ThreadMessage } from './job.ts';

/**
 * Commands run their guests in a thread of their own. Its stack is large, so that the guest's limit is always met before
 * the host's; and the main thread stays free to hear Ctrl-C, however busy the guest is.
 */
const resourceLimits = { stackSizeMb: 64 };

export interface JobHooks {
  /** Asks the job to stop and to give what it has. */
  signal: AbortSignal;
  onNote(text: string): void;
  onProgress(progress: Progress): void;
  /** Answers what the job asks. A job that asks nothing needs none. */
  onQuestion?<Q extends Question>(question: Q): Promise<Answers[Q['type']]>;
}

/** Runs a job in a new thread. Throws the `CommandError` that it ended with. */
export async function inThread<J extends Job>(job: J, hooks: JobHooks): Promise<JobResults[J['type']]> {
  const worker = new Worker(new URL('./worker.js', import.meta.url), {
    workerData: job,
    resourceLimits,
    // A case is played on hosts in several zones, and a thread's zone is that of the process.
    env: job.type === 'replay-case' || job.type === 'timelines' ? SHARE_ENV : process.env,
    stdout: true,
    stderr: true,
  });
  // What an action prints is for people; stdout belongs to the command's result.
  worker.stdout.pipe(process.stderr, { end: false });
  worker.stderr.pipe(process.stderr, { end: false });
  const stop = (): void => tell(worker, { type: 'stop' });
  hooks.signal.addEventListener('abort', stop);
  try {
    return await settled<J>(worker, hooks);
  } finally {
    hooks.signal.removeEventListener('abort', stop);
    await worker.terminate();
  }
}

function settled<J extends Job>(worker: Worker, hooks: JobHooks): Promise<JobResults[J['type']]> {
  return new Promise((resolve, reject) => {
    worker.on('message', (message: JobMessage) => {
      if (message.type === 'note') hooks.onNote(message.text);
      else if (message.type === 'progress') hooks.onProgress(message.progress);
      else if (message.type === 'question') void answer(worker, hooks, message.question);
      else if (message.type === 'done') resolve(message.result as JobResults[J['type']]);
      else reject(new CommandError(message.exit, message.message));
    });
    worker.on('error', (error: unknown) => reject(isOutOfMemory(error) ? new OutOfMemory() : escaped(error)));
    worker.on('exit', (code) => reject(new CommandError(exitCode.fail, ended(code))));
  });
}

async function answer(worker: Worker, { onQuestion }: JobHooks, question: Question): Promise<void> {
  if (onQuestion === undefined) throw new Error(`Nobody answers a job that asks for ${question.type}.`);
  tell(worker, { type: 'answer', answer: await onQuestion(question) });
}

function tell(worker: Worker, message: ThreadMessage): void {
  worker.postMessage(message);
}

function escaped(error: unknown): CommandError {
  const { name, message } = error instanceof Error ? error : { name: 'A value', message: String(error) };
  return new CommandError(
    exitCode.fail,
    `An exception escaped from code that nobody waited for, and ended the run: ${name}: ${message}\n` +
      'Look for a promise in one of the actions that is neither awaited nor caught.',
  );
}

/** The thread was ended because it took more memory than it may. */
export class OutOfMemory extends CommandError {
  constructor() {
    super(
      exitCode.fail,
      'The run was killed because the memory of its thread ran out: an action keeps too much, or the heap is too small (node --max-old-space-size).',
    );
  }
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}

function ended(code: number): string {
  return `The run ended the thread it was in (exit code ${code}): does an action call process.exit()?`;
}

/** How many threads to use unless somebody says otherwise. */
export function coreCount(): number {
  return availableParallelism();
}
