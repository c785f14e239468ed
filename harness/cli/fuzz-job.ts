import { Engine } from '../../runtime/index.ts';
import { durationMs } from '../duration.ts';
import {
  checkedBench,
  examineWorkflow,
  invariantNames,
  loadConfig,
  loadWorkflow,
  smallestFailure,
  type Workflow,
  type WorkflowFailure,
} from '../workflow/index.ts';
import type { ExaminedShare, FuzzJob, JobContext, MinimiseFindingsJob } from './job.ts';
import { configured } from './project.ts';

/** Examines cases of workflows, one after the other: this thread's share of the cases of each. */
export async function performFuzz(job: FuzzJob, context: JobContext): Promise<ExaminedShare[]> {
  const engine = await Engine.load();
  const workflows = await loadAll(job.files);
  const shares: ExaminedShare[] = [];
  for (const workflow of workflows) {
    const examined = await examineWorkflow(workflow, {
      engine,
      seed: job.seed,
      shard: job.shard,
      signal: context.signal,
      ...(job.cases !== undefined && { cases: job.cases }),
      ...budgetOf(workflow, job),
      onProgress: ({ workflow: name, cases, failures }) =>
        context.progress({ doing: `fuzzing ${name}`, cases, failures }),
    });
    shares.push({ examined, invariants: invariantNames(workflow) });
  }
  return shares;
}

/** A workflow's own budget counts where the command says nothing. */
function budgetOf({ budget }: Workflow, { budgetMs, ownBudgets }: FuzzJob): { budgetMs?: number } {
  const own = ownBudgets === true && budget !== undefined ? durationMs(budget) : undefined;
  const chosen = own ?? budgetMs;
  return chosen === undefined ? {} : { budgetMs: chosen };
}

/** Makes findings small, one after the other: this thread's share of them. */
export async function performMinimiseFindings(
  job: MinimiseFindingsJob,
  { signal, progress }: JobContext,
): Promise<WorkflowFailure[]> {
  const engine = await Engine.load();
  const failures: WorkflowFailure[] = [];
  for (const { file, rank, same } of job.findings) {
    progress({ doing: 'making failures small', cases: 0, failures: failures.length });
    const [workflow] = await loadAll([file]);
    if (workflow === undefined) continue;
    const bench = await checkedBench(workflow, { engine });
    failures.push(smallestFailure(bench, job.seed, same, { rank, signal }));
  }
  return failures;
}

async function loadAll(files: readonly string[]): Promise<Workflow[]> {
  const config = await loadConfig('.');
  const workflows: Workflow[] = [];
  for (const file of files) workflows.push(configured(await loadWorkflow(file), config));
  return workflows;
}
