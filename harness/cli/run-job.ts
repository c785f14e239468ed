import { basename } from 'node:path';
import { LinkError, type MissingName, type Run, Sandbox } from '../../runtime/index.ts';
import { CommandError, exitCode } from './exit.ts';
import type { JobContext, RunJob } from './job.ts';
import { configuredLimits } from './project.ts';
import { checkInput, type RealWorkflow, realWorkflow } from './real-workflow.ts';

/** Runs a script without actions, or a workflow with its real ones, to its end or its first pause. */
export async function performRun(job: RunJob, context: JobContext): Promise<Run> {
  const { subject } = job;
  if ('workflow' in subject) return await perform(await realWorkflow(subject.workflow), job, context);
  try {
    return await perform(plainScript(subject.script, subject.source), job, context);
  } catch (error) {
    throw error instanceof LinkError && error.missing.some(isAction) ? withoutActions(error) : error;
  }
}

async function perform(subject: RealWorkflow, { input, data }: RunJob, context: JobContext): Promise<Run> {
  await checkInput(subject, input ?? null);
  await using sandbox = await openSandbox(subject);
  return await sandbox.eval(subject.source, {
    file: subject.file,
    signal: context.signal,
    ...(input !== undefined && { input }),
    ...(data !== undefined && { data }),
  });
}

function isAction({ name }: MissingName): boolean {
  return /^actions\b/.test(name);
}

function withoutActions({ message }: LinkError): CommandError {
  const hint =
    'A script by itself has no actions. Declare them with defineWorkflow in a file as refund.fuzz.ts, and run that.';
  return new CommandError(exitCode.fail, `${message}\n${hint}`);
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

function plainScript(path: string, source: string): RealWorkflow {
  return { source, file: basename(path), actions: [], answers: {} };
}
