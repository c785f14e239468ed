import { basename, resolve } from 'node:path';
import { type Run, Sandbox } from '../../runtime/index.ts';
import { readText } from './files.ts';
import type { JobContext, RunJob } from './job.ts';
import { configuredLimits } from './project.ts';
import { checkInput, type RealWorkflow, realWorkflow } from './real-workflow.ts';

/** Runs a script without actions, or a workflow with its real ones, to its end or its first pause. */
export async function performRun(job: RunJob, context: JobContext): Promise<Run> {
  const subject = job.declared ? await realWorkflow(job.path) : plainScript(job.path);
  await checkInput(subject, job.input ?? null);
  await using sandbox = await openSandbox(subject);
  return await sandbox.eval(subject.source, {
    file: subject.file,
    signal: context.signal,
    ...(job.input !== undefined && { input: job.input }),
    ...(job.data !== undefined && { data: job.data }),
  });
}

/** The sandbox of a command: in this thread, whose stack is large. The declaration's limits win over the config's. */
export async function openSandbox({ actions, onInterrupt, limits }: Opening): Promise<Sandbox> {
  return new Sandbox({
    actions,
    isolation: 'inline',
    limits: { ...(await configuredLimits()), ...limits },
    ...(onInterrupt && { onInterrupt }),
  });
}

type Opening = Pick<RealWorkflow, 'actions' | 'onInterrupt' | 'limits'>;

function plainScript(path: string): RealWorkflow {
  return { source: readText(resolve(path)), file: basename(path), actions: [], answers: {} };
}
