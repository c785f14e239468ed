import type { Run } from '../../runtime/index.ts';
import type { JobContext, ResumeJob } from './job.ts';
import { CommandJournal } from './journal.ts';
import { checkAnswers, type RealWorkflow, realWorkflow } from './real-workflow.ts';
import { openSandbox } from './run-job.ts';

/** Continues a saved run with what was answered, to its end or its next pause. */
export async function performResume(job: ResumeJob, context: JobContext): Promise<Run> {
  const workflow = await workflowOf(job);
  await using journal = job.journal === undefined ? undefined : await CommandJournal.goOn(job.journal, job.origin);
  if (journal?.wasTorn) context.note(torn);
  const run = runOf(job, journal);
  if (workflow !== undefined) await checkAnswers(workflow, run.pending, job.answers);
  if (workflow !== undefined && workflow.source !== run.source && !job.sourceGiven) context.note(changed);
  await using sandbox = await openSandbox(workflow ?? { actions: [] });
  const answers = { ...journal?.answers, ...job.answers };
  return await sandbox.answer(run, answers, { signal: context.signal, ...(journal && { journal }) });
}

/** The journal is locked by now, so it says how the run really stands. */
function runOf({ run, sourceGiven }: ResumeJob, journal: CommandJournal | undefined): Run {
  if (journal === undefined) return run;
  return sourceGiven ? { ...journal.run, source: run.source } : journal.run;
}

async function workflowOf({ origin }: ResumeJob): Promise<RealWorkflow | undefined> {
  return origin !== undefined && 'workflow' in origin ? await realWorkflow(origin.workflow) : undefined;
}

const torn =
  'The process before ended while it wrote the last line of the journal. That line was cut; nothing had been done about it yet.';

const changed =
  'The script has changed since this run began; the run goes on with the text that it was started with.\n' +
  '(To go on with the changed script, if it still follows the log: --script FILE.)';
