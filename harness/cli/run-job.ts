import { basename } from 'node:path';
import { LinkError, type MissingName, type Run, Sandbox } from '../../runtime/index.ts';
import { CommandError, exitCode } from './exit.ts';
import type { JobContext, RunJob } from './job.ts';
import { CommandJournal } from './journal.ts';
import { configuredLimits } from './project.ts';
import { checkInput, type RealWorkflow, realWorkflow } from './real-workflow.ts';
import type { Origin } from './run-file.ts';

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

async function perform(workflow: RealWorkflow, job: RunJob, context: JobContext): Promise<Run> {
  const { subject, input, data } = job;
  await checkInput(workflow, input ?? null);
  await using sandbox = await openSandbox(workflow);
  await using journal =
    job.journal === undefined ? undefined : await CommandJournal.begin(job.journal, originOf(subject));
  return await sandbox.eval(workflow.source, {
    file: workflow.file,
    signal: context.signal,
    ...(journal !== undefined && { journal }),
    ...(input !== undefined && { input }),
    ...(data !== undefined && { data }),
  });
}

function originOf(subject: RunJob['subject']): Origin {
  return 'workflow' in subject ? subject : { script: subject.script };
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
export async function openSandbox({ actions, onInterrupt, limits, clock, random }: Opening): Promise<Sandbox> {
  return new Sandbox({
    actions,
    isolation: 'inline',
    limits: { ...(await configuredLimits()), ...limits },
    ...(onInterrupt && { onInterrupt }),
    ...(clock && { clock }),
    ...(random && { random }),
  });
}

type Opening = Pick<RealWorkflow, 'actions' | 'onInterrupt' | 'limits' | 'clock' | 'random'>;

function plainScript(path: string, source: string): RealWorkflow {
  return { source, file: basename(path), actions: [], answers: {} };
}
