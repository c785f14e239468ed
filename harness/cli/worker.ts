import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import { explain } from './explain.ts';
import type { Job, JobContext, JobMessage, ThreadMessage } from './job.ts';

/** The thread that hosts a command's guests: runs the one job that it is started with, and posts what came of it. */
async function main(): Promise<void> {
  const job = workerData as Job;
  const stop = new AbortController();
  let onAnswer: (answer: unknown) => void = () => {};
  const listen = (message: ThreadMessage): void => {
    if (message.type === 'stop') stop.abort();
    else onAnswer(message.answer);
  };
  parentPort?.on('message', listen);
  const context: JobContext = {
    signal: stop.signal,
    note: (text) => post({ type: 'note', text }),
    progress: (progress) => post({ type: 'progress', progress }),
    ask: (question) => {
      post({ type: 'question', question });
      return new Promise((resolve) => {
        onAnswer = resolve as typeof onAnswer;
      });
    },
  };
  try {
    post({ type: 'done', result: await perform(job, context) });
  } catch (error) {
    const { exit, message } = explain(error);
    post({ type: 'failed', exit, message });
  }
}

function post(message: JobMessage): void {
  parentPort?.postMessage(message);
}

/** Each job loads its own part of the harness only: `run` starts without the fuzzer. */
async function perform(job: Job, context: JobContext): Promise<unknown> {
  switch (job.type) {
    case 'run':
      return (await import('./run-job.ts')).performRun(job, context);
    case 'resume':
      return (await import('./resume-job.ts')).performResume(job, context);
    case 'replay-run':
      return (await import('./replay-job.ts')).performReplay(job);
    case 'replay-case':
      return (await import('./case-job.ts')).performCase(job);
    case 'fuzz':
      return (await import('./fuzz-job.ts')).performFuzz(job, context);
    case 'minimise-findings':
      return (await import('./fuzz-job.ts')).performMinimiseFindings(job, context);
    case 'timelines':
      return (await import('./timeline-job.ts')).performTimelines(job);
    case 'check-change':
      return (await import('./check-change-job.ts')).performCheckChange(job, context);
    case 'bench':
      return (await import('./bench-job.ts')).performBench(job, context);
    case 'latency':
      return (await import('./latency-job.ts')).performLatency(job, context);
  }
}

if (!isMainThread) void main();
