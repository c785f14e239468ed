import {
  type GateOptions,
  type GateResult,
  type PlantShare,
  runGate,
  type TriedPlant,
  type WorkflowShare,
} from '../campaign/index.ts';
import { checkItself, findCheckout, plants, tryPlants } from '../plants/index.ts';
import { counted, duration } from '../report/number-text.ts';
import type { Shard } from '../report/report.ts';
import { checkOutputs, deliverReport } from './campaign-output.ts';
import type { ExitCode } from './exit.ts';
import { type CampaignOptions, reasonsFor, verdictOf } from './fuzz.ts';
import { fuzzInThreads } from './fuzz-threads.ts';
import { gateReport } from './gate-report.ts';
import { progressHooks, progressLine } from './hooks.ts';
import { Interruption } from './interruption.ts';
import type { FuzzedWorkflow } from './job.ts';
import { jsonGoesToStdout } from './json-option.ts';
import { holdLatency, latencyPlan } from './latency-plan.ts';
import { findProject, type Project } from './project.ts';
import { chooseSeed } from './seed.ts';
import { openTerminal, type Terminal } from './terminal.ts';
import { coreCount, type JobHooks } from './thread.ts';

export interface GateCommandOptions extends CampaignOptions {
  shard?: Shard;
  /** Holds replay latency against its budgets where a number of cases is given, too. */
  latency?: boolean;
}

const BUDGET_MS = 60_000;

/** `lockstep gate`: the corpus, golden logs, generated cases and the project's workflows. Says PASS, or shows what broke. */
export async function runGateCommand(options: GateCommandOptions): Promise<ExitCode> {
  checkOutputs(options);
  using interruption = new Interruption();
  const terminal = openTerminal({ dataOnStdout: jsonGoesToStdout(options.json) });
  const project = await findProject('.');
  const { seed = chooseSeed(), threads = coreCount(), shard, cases } = options;
  const budgetMs = options.budget ?? project.budgetMs ?? BUDGET_MS;
  const bound = cases === undefined ? { budgetMs } : { cases };
  const hooks = progressHooks(terminal, interruption);
  await checkWorkflows(project.workflows, hooks);
  const latency = await latencyPlan(project.latency, options);
  terminal.say(opening(seed, threads, bound));
  const result = await runGate({
    ...common(project, terminal, hooks),
    selfChecks: checkItself,
    ...(mayPlant(project) && { plants: (share: PlantShare) => plantAll(share, hooks) }),
    ...bound,
    seed,
    threads,
    ...(shard && { shard }),
  });
  const report = gateReport(result, {
    latency: await holdLatency(latency, hooks),
    threads,
    workflows: project.workflows,
    shard,
    stopped: interruption.signal.aborted,
  });
  return deliverReport(report, options, terminal);
}

function opening(seed: number, threads: number, bound: { budgetMs?: number; cases?: number }): string {
  const { budgetMs = 0, cases } = bound;
  const size = cases === undefined ? `about ${duration(budgetMs / 1000)}` : counted(cases, 'generated case');
  return `lockstep gate, seed ${seed}, ${counted(threads, 'thread')}, ${size}\n`;
}

/** Loads and links them before the minute begins. */
async function checkWorkflows(files: readonly string[], hooks: JobHooks): Promise<void> {
  if (files.length > 0) await fuzzInThreads({ files: [...files], seed: 0, threads: 1, cases: 0 }, hooks);
}

type Common = Pick<GateOptions<FuzzedWorkflow[]>, 'corpus' | 'goldenLogs' | 'signal' | 'onProgress' | 'workflows'>;

function common({ corpus, goldenLogs, workflows }: Project, terminal: Terminal, hooks: JobHooks): Common {
  return {
    corpus,
    goldenLogs,
    signal: hooks.signal,
    onProgress: ({ phase, done, failed, elapsedMs }) =>
      terminal.progress(() => {
        const doing = phase === 'examining' ? 'generated cases' : 'making failures small';
        return `${progressLine({ doing, cases: phase === 'examining' ? done : 0, failures: failed })}, ${duration(elapsedMs / 1000)}`;
      }),
    ...(workflows.length > 0 && { workflows: (share: WorkflowShare) => fuzzShare(workflows, share, hooks) }),
  };
}

async function fuzzShare(
  files: readonly string[],
  { seed, threads, budgetMs, cases, shard }: WorkflowShare,
  hooks: JobHooks,
): Promise<{ verdict: GateResult['verdict']; reasons: string[]; found: FuzzedWorkflow[] }> {
  const bound = budgetMs === undefined ? { cases: cases ?? 0 } : { budgetMs: budgetMs / files.length };
  const found = await fuzzInThreads({ files: [...files], seed, threads, ...bound, ...(shard && { shard }) }, hooks);
  const verdict = verdictOf(found);
  return { verdict, reasons: reasonsFor(found), found };
}

/** There is source to patch, and it is this project's own. */
function mayPlant({ isOurs }: Project): boolean {
  return isOurs && findCheckout() !== undefined;
}

function plantAll({ seed, threads }: PlantShare, { signal, onProgress }: JobHooks): Promise<TriedPlant[]> {
  const tried = (cases: number): void => onProgress({ doing: `plants, of ${plants.length}`, cases, failures: 0 });
  return tryPlants({ seed, threads, signal, onProgress: tried });
}
