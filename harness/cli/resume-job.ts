import type { Run } from '../../runtime/index.ts';
import type { JobContext, ResumeJob } from './job.ts';
import { checkAnswers, type RealWorkflow, realWorkflow } from './real-workflow.ts';
import { openSandbox } from './run-job.ts';

/** Continues a saved run with what was answered, to its end or its next pause. */
export async function performResume(job: ResumeJob, context: JobContext): Promise<Run> {
  const workflow = await workflowOf(job);
  if (workflow !== undefined) await checkAnswers(workflow, job.run.pending, job.answers);
  if (workflow !== undefined && workflow.source !== job.run.source && !job.sourceGiven) context.note(changed);
  await using sandbox = await openSandbox(workflow ?? { actions: [] });
  return await sandbox.answer(job.run, job.answers, { signal: context.signal });
}

async function workflowOf({ origin }: ResumeJob): Promise<RealWorkflow | undefined> {
  return origin !== undefined && 'workflow' in origin ? await realWorkflow(origin.workflow) : undefined;
}

const changed =
  'The script has changed since this run began; the run goes on with the text that it was started with.\n' +
  '(To go on with the changed script, if it still follows the log: --script FILE.)';
