import { counted } from '../report/number-text.ts';
import type { Report, Verdict } from '../report/report.ts';
import { loadConfig } from '../workflow/index.ts';
import { type CampaignOutputs, checkOutputs, deliverReport } from './campaign-output.ts';
import { checkCoverageFolder, writeCoverage } from './coverage-option.ts';
import type { ExitCode } from './exit.ts';
import { readText } from './files.ts';
import { fuzzInThreads } from './fuzz-threads.ts';
import { progressHooks } from './hooks.ts';
import { Interruption } from './interruption.ts';
import type { FuzzedWorkflow } from './job.ts';
import { jsonGoesToStdout } from './json-option.ts';
import { configuredBudget, workflowFiles } from './project.ts';
import { chooseSeed } from './seed.ts';
import { openTerminal, stopwatch } from './terminal.ts';
import { coreCount } from './thread.ts';
import { packageVersion } from './version.ts';
import { workflowsReport } from './workflow-report.ts';

export interface CampaignOptions extends CampaignOutputs {
  budget?: number;
  cases?: number;
  seed?: number;
  threads?: number;
}

export interface FuzzCommandOptions extends CampaignOptions {
  /** Not to be guided. */
  blind?: boolean;
  /** The folder for what was reached, in V8's format. */
  coverage?: string;
}

const BUDGET_MS = 30_000;

/** `lockstep fuzz`, of the files that are named or else of the config's workflows: each workflow gets its share of the budget, or the number of cases that was asked for. */
export async function runFuzzCommand(given: readonly string[], options: FuzzCommandOptions): Promise<ExitCode> {
  const files = await workflowFiles(given);
  for (const file of files) readText(file);
  checkOutputs(options);
  checkCoverageFolder(options.coverage);
  using interruption = new Interruption();
  const terminal = openTerminal({ dataOnStdout: jsonGoesToStdout(options.json) });
  const { cases, seed = chooseSeed(), threads = coreCount(), blind = false } = options;
  terminal.say(`lockstep fuzz, seed ${seed}, ${counted(threads, 'thread')}\n`);
  const seconds = stopwatch();
  const bound = cases === undefined ? await budgetFor(files, options) : { cases };
  const keepIn = blind ? undefined : (await loadConfig('.'))?.corpus;
  const fuzzed = await fuzzInThreads(
    { files: [...files], seed, threads, blind, ...bound, ...(keepIn !== undefined && { keepIn }) },
    progressHooks(terminal, interruption),
  );
  writeCoverage(options.coverage, fuzzed);
  return deliverReport(
    fuzzReport(fuzzed, files, { seed, threads, seconds: seconds(), cases, blind }),
    options,
    terminal,
  );
}

/** Of the time for all, each gets the same share; or, where the command says nothing, what it asks for itself. */
async function budgetFor(
  files: readonly string[],
  { budget }: CampaignOptions,
): Promise<{ budgetMs: number; ownBudgets?: boolean }> {
  if (budget !== undefined) return { budgetMs: budget / files.length };
  const { budgetMs = BUDGET_MS } = await configuredBudget();
  return { budgetMs: budgetMs / files.length, ownBudgets: true };
}

interface Facts {
  seed: number;
  threads: number;
  seconds: number;
  cases: number | undefined;
  blind: boolean;
}

function fuzzReport(fuzzed: readonly FuzzedWorkflow[], files: readonly string[], facts: Facts): Report {
  const { seed, threads, seconds, blind } = facts;
  const found = workflowsReport(fuzzed);
  const done = Math.max(1, ...fuzzed.map(({ result }) => result.cases));
  const reproduce = `lockstep fuzz ${files.join(' ')} --seed ${seed} --cases ${facts.cases ?? done}${blind ? ' --blind' : ''}`;
  return {
    format: 'lockstep-report',
    version: 1,
    lockstep: packageVersion(),
    command: 'fuzz',
    verdict: verdictOf(fuzzed),
    reasons: reasonsFor(fuzzed),
    seed,
    reproduce,
    ...found,
    failures: found.failures.map((failure) => ({ ...failure, reproduce })),
    timing: {
      seconds,
      threads,
      casesPerSecondAndCore: found.parts.reduce((sum, part) => sum + part.cases, 0) / seconds / threads,
    },
  };
}

/** The worst verdict of all. */
export function verdictOf(fuzzed: readonly FuzzedWorkflow[]): Verdict {
  const verdicts = fuzzed.map(({ result }) => result.verdict);
  return (['FAIL', 'INCONCLUSIVE'] as const).find((verdict) => verdicts.includes(verdict)) ?? 'PASS';
}

/** Why it is not PASS, a sentence for each workflow. */
export function reasonsFor(fuzzed: readonly FuzzedWorkflow[]): string[] {
  const outOfMemory = new Set(fuzzed.flatMap((one) => one.outOfMemory ?? []));
  const ofWorkflows = fuzzed.flatMap(({ result: { verdict, workflow, failures } }) => {
    if (verdict === 'PASS') return [];
    if (verdict === 'INCONCLUSIVE') return [`Workflow ${workflow}: stopped before its cases had been run.`];
    return [`Workflow ${workflow} is wrong in ${failures.length === 1 ? 'one way' : `${failures.length} ways`}.`];
  });
  return [...ofWorkflows, ...outOfMemory];
}
