import { basename, resolve } from 'node:path';
import { type Run, Sandbox } from '../../runtime/index.ts';
import { readText } from './files.ts';
import type { JobContext, RunJob } from './job.ts';
import { realActions } from './real-actions.ts';

/** Runs a script without actions, or a workflow with its real ones, to its end or its first pause. */
export async function performRun(job: RunJob, context: JobContext): Promise<Run> {
  const subject = job.declared ? await realActions(job.path) : scriptOnly(job.path);
  await using sandbox = new Sandbox({ actions: subject.actions, isolation: 'inline' });
  return sandbox.eval(subject.source, {
    file: subject.file,
    signal: context.signal,
    ...(job.input !== undefined && { input: job.input }),
    ...(job.data !== undefined && { data: job.data }),
  });
}

function scriptOnly(path: string): { source: string; file: string; actions: [] } {
  return { source: readText(resolve(path)), file: basename(path), actions: [] };
}
