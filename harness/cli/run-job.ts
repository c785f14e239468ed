import { basename, resolve } from 'node:path';
import { type Action, type Limits, type Run, Sandbox } from '../../runtime/index.ts';
import { readText } from './files.ts';
import type { JobContext, RunJob } from './job.ts';
import { checkInput, type RealWorkflow, realWorkflow } from './real-workflow.ts';

/** Runs a script without actions, or a workflow with its real ones, to its end or its first pause. */
export async function performRun(job: RunJob, context: JobContext): Promise<Run> {
  const subject = job.declared ? await realWorkflow(job.path) : plainScript(job.path);
  await checkInput(subject, job.input ?? null);
  await using sandbox = openSandbox(subject);
  return await sandbox.eval(subject.source, {
    file: subject.file,
    signal: context.signal,
    ...(job.input !== undefined && { input: job.input }),
    ...(job.data !== undefined && { data: job.data }),
  });
}

/** The sandbox of a command: in this thread, whose stack is large. */
export function openSandbox(subject: {
  actions: Action[];
  onInterrupt?: 'stop' | 'settle';
  limits?: Partial<Limits>;
}): Sandbox {
  const { actions, onInterrupt, limits } = subject;
  return new Sandbox({ actions, isolation: 'inline', ...(onInterrupt && { onInterrupt }), ...(limits && { limits }) });
}

function plainScript(path: string): RealWorkflow {
  return { source: readText(resolve(path)), file: basename(path), actions: [], answers: {} };
}
