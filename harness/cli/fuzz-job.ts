import { Engine } from '../../runtime/index.ts';
import { durationMs } from '../duration.ts';
import {
  caseOf,
  checkedBench,
  countedScript,
  type FuzzProgress,
  invariantNames,
  loadConfig,
  loadWorkflow,
  playRounds,
  smallestFailure,
  type VariedCase,
  type Workflow,
} from '../workflow/index.ts';
import type { FuzzJob, JobContext, MinimiseFindingsJob } from './job.ts';
import { configured, keptFolders } from './project.ts';
import { readByHand, readReached } from './reached-cases.ts';

/** Examines cases of workflows, one after the other: of each round its part. */
export async function performFuzz(job: FuzzJob, context: JobContext): Promise<null> {
  const engine = await Engine.load();
  const workflows = await loadAll(job.files);
  const config = await loadConfig('.');
  const folders = keptFolders(config);
  for (const [index, workflow] of workflows.entries()) {
    if (index < job.firstFile) continue;
    const bench = await checkedBench(workflow, { engine });
    const byHand = readByHand(folders, workflow.name);
    const { cases: reached, unreadable } = readReached(job.blind ? undefined : config?.corpus, workflow.name);
    const facts = {
      ...{
        invariants: invariantNames(workflow),
        frame: caseOf(bench, plain),
        unreadable,
        byHand: byHand.length,
        counted: countedScript(bench),
      },
      ...budgetOf(workflow, job),
    };
    const options = {
      kept: [...byHand, ...reached],
      seed: job.seed,
      shard: job.shard,
      signal: context.signal,
      guided: job.blind !== true,
      onProgress: ({ workflow: name, cases, failures }: FuzzProgress) =>
        context.progress({ doing: `fuzzing ${name}`, cases, failures }),
    };
    await playRounds(bench, options, (report) => context.ask({ type: 'round', workflow: index, report, facts }));
  }
  return null;
}

const plain: VariedCase = { input: null, onInterrupt: 'stop', behaviours: [], schedule: [], faults: [] };

/** A workflow's own budget counts where the command says nothing. */
function budgetOf({ budget }: Workflow, { budgetMs, ownBudgets }: FuzzJob): { budgetMs?: number } {
  const own = ownBudgets === true && budget !== undefined ? durationMs(budget) : undefined;
  const chosen = own ?? budgetMs;
  return chosen === undefined ? {} : { budgetMs: chosen };
}

/** Makes findings small, one after the other: this thread's share of them. */
export async function performMinimiseFindings(
  job: MinimiseFindingsJob,
  { signal, progress, ask }: JobContext,
): Promise<null> {
  const engine = await Engine.load();
  for (const [done, { file, rank, same }] of job.findings.entries()) {
    progress({ doing: 'making failures small', cases: 0, failures: done });
    const [workflow] = await loadAll([file]);
    if (workflow === undefined) continue;
    const bench = await checkedBench(workflow, { engine });
    await ask({ type: 'minimised', failure: smallestFailure(bench, same, { rank, signal }) });
  }
  return null;
}

async function loadAll(files: readonly string[]): Promise<Workflow[]> {
  const config = await loadConfig('.');
  const workflows: Workflow[] = [];
  for (const file of files) workflows.push(configured(await loadWorkflow(file), config));
  return workflows;
}
