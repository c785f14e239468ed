import { Engine, type Limits } from '../../runtime/index.ts';
import { fuzzWorkflow, loadWorkflow, type Workflow } from '../workflow/index.ts';
import type { FuzzedWorkflow, FuzzJob, JobContext } from './job.ts';
import { configuredLimits } from './project.ts';

/** Fuzzes workflows, one after the other: this thread's share of the cases of each. */
export async function performFuzz(job: FuzzJob, context: JobContext): Promise<FuzzedWorkflow[]> {
  const engine = await Engine.load();
  const limits = await configuredLimits();
  const workflows: Workflow[] = [];
  for (const file of job.files) workflows.push(limited(await loadWorkflow(file), limits));
  const fuzzed: FuzzedWorkflow[] = [];
  for (const workflow of workflows) {
    const result = await fuzzWorkflow(workflow, {
      engine,
      seed: job.seed,
      shard: job.shard,
      signal: context.signal,
      ...(job.cases !== undefined && { cases: job.cases }),
      ...(job.budgetMs !== undefined && { budgetMs: job.budgetMs }),
      onProgress: ({ workflow: name, cases, failures }) =>
        context.progress({ doing: `fuzzing ${name}`, cases, failures }),
    });
    fuzzed.push({ result, invariants: Object.keys(workflow.invariants) });
  }
  return fuzzed;
}

/** The declaration's own limits win. */
function limited(workflow: Workflow, limits: Partial<Limits>): Workflow {
  return { ...workflow, limits: { ...limits, ...workflow.limits } };
}
