import { compileScript, Engine } from '../../runtime/index.ts';
import type { Case } from '../case/index.ts';
import { oracles, runCase } from '../oracle/index.ts';
import type { CaseVerdict } from '../report/replay-text.ts';
import { timeline } from '../report/timeline.ts';
import { loadWorkflow, replayWorkflowCase, type Workflow } from '../workflow/index.ts';
import type { ReplayCaseJob } from './job.ts';
import { oracleOf, workflowPromises } from './workflow-report.ts';

/** Runs a case of a workflow with its model and invariants; any other in the simulated world. Judges it by every promise. */
export async function performCase(job: ReplayCaseJob): Promise<CaseVerdict> {
  return job.workflow === undefined
    ? await judgedCase(job)
    : await workflowCase(job.case, await loadWorkflow(job.workflow));
}

async function judgedCase(job: ReplayCaseJob): Promise<CaseVerdict> {
  // Throws what is wrong with the script: a case without a script that runs keeps no promise and breaks none.
  compileScript(job.case.script, { actions: job.case.actions });
  const { trace, failures } = runCase(job.case, { engine: await Engine.load(), effort: 'thorough' });
  return {
    format: 'lockstep-case',
    version: 1,
    verdict: failures.length === 0 ? 'PASS' : 'FAIL',
    judgements: oracles.map(({ name, promise }) => {
      const broken = failures.find(({ oracle }) => oracle === name);
      return {
        oracle: name,
        promise,
        result: broken ? 'broken' : 'holds',
        ...(broken && { divergence: broken.message }),
      };
    }),
    timeline: timeline(job.case, trace),
  };
}

async function workflowCase(testCase: Case, workflow: Workflow): Promise<CaseVerdict> {
  const failures = await replayWorkflowCase(workflow, testCase);
  return {
    format: 'lockstep-case',
    version: 1,
    verdict: failures.length === 0 ? 'PASS' : 'FAIL',
    judgements: workflowPromises(workflow).map(({ oracle, promise }) => {
      const broken = failures.filter((failure) => oracleOf(failure) === oracle).map(({ message }) => message);
      const divergence = broken.length > 0 && { divergence: broken.join('\n') };
      return { oracle, promise, result: divergence ? 'broken' : 'holds', ...divergence };
    }),
    timeline: failures[0]?.timeline.split('\n') ?? [],
  };
}
