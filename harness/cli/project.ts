import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import type { Limits } from '../../runtime/index.ts';
import { type Corpus, readCorpus } from '../corpus/index.ts';
import { durationMs } from '../duration.ts';
import { type GoldenLogs, readGoldenLogs } from '../golden/index.ts';
import { type Config, type LatencyBudgets, type LoadedConfig, loadConfig, type Workflow } from '../workflow/index.ts';
import { caseFolders } from './corpus-folders.ts';
import { usageError } from './exit.ts';

/** What a gate finds where it is started: the same in a checkout of this package and in a user's project. */
export interface Project {
  /** Cases of this package, and those that the project keeps: in `corpora/cases` and `corpus`, or where its config says. */
  corpus: Corpus;
  /** Runs that releases of this package left behind, and those that the project keeps in `corpora/logs`. */
  goldenLogs: GoldenLogs;
  /** Whether the directory is this package's own. */
  isOurs: boolean;
  /** Files that declare workflows, named in the project's config, as one would type them. */
  workflows: readonly string[];
  budgetMs?: number;
  /** What figures of replay latency may be at most. */
  latency?: LatencyBudgets;
}

const CASES = 'corpora/cases';
const LOGS = 'corpora/logs';

export async function findProject(directory: string): Promise<Project> {
  const config = await loadConfig(directory);
  const home = homeOf(config, directory);
  return {
    isOurs: home === packageFolder(),
    corpus: together([...new Set([join(packageFolder(), CASES), ...caseFolders(home, config)])].map(readCorpus)),
    goldenLogs: allGoldenLogs(home, config?.logs),
    workflows: (config?.workflows ?? []).map((path) => relative('', path)),
    ...budgetIn(config?.budget),
    ...(config?.latency && { latency: config.latency }),
  };
}

function homeOf(config: LoadedConfig | undefined, directory: string): string {
  return config === undefined ? resolve(directory) : dirname(config.file);
}

/** Where a project keeps cases by hand. */
export function keptFolders(config: LoadedConfig | undefined): string[] {
  return caseFolders(homeOf(config, '.'), config);
}

/** What the config says for every script; nothing where there is none. */
export async function configuredLimits(): Promise<Partial<Limits>> {
  return (await loadConfig('.'))?.limits ?? {};
}

/** A workflow with what the config says for all of them, where it says nothing itself. What either leaves out is not tried. */
export function configured(workflow: Workflow, config: Config | undefined): Workflow {
  const { limits, without = [] } = config ?? {};
  return {
    ...workflow,
    limits: { ...limits, ...workflow.limits },
    without: [...new Set([...workflow.without, ...without])],
  };
}

/**
 * The files that a command is about: those that it was given, else the workflows of the config, as one would type them. Throws
 * a usage error where there is neither.
 */
export async function workflowFiles(given: readonly string[]): Promise<readonly string[]> {
  if (given.length > 0) return given;
  const config = await loadConfig('.');
  if (config === undefined) throw usageError(`${nothingNamed}, and no lockstep.config.ts was found here or above.`);
  if (config.workflows.length === 0) throw usageError(`${nothingNamed}, and ${config.file} names no workflows.`);
  return config.workflows.map((path) => relative('', path));
}

const nothingNamed = 'No file was given that declares a workflow, as refund.fuzz.ts';

/** What the config says of how long to fuzz. */
export async function configuredBudget(): Promise<{ budgetMs?: number }> {
  return budgetIn((await loadConfig('.'))?.budget);
}

function budgetIn(text: string | undefined): { budgetMs?: number } {
  const budgetMs = text === undefined ? undefined : durationMs(text);
  return budgetMs === undefined ? {} : { budgetMs };
}

function together(corpora: readonly Corpus[]): Corpus {
  return {
    entries: corpora.flatMap(({ entries }) => entries),
    unreadable: corpora.flatMap(({ unreadable }) => unreadable),
  };
}

/** Ours, and the project's where those are others. With paths as one would type them. */
function allGoldenLogs(directory: string, configured: string | undefined): GoldenLogs {
  const folders = new Set([join(packageFolder(), LOGS), configured ?? resolve(directory, LOGS)]);
  const [ours = '', ...others] = [...folders].map((folder) => relative('', folder));
  const all = [withRuns(readGoldenLogs(ours), ours), ...others.map(readGoldenLogs)];
  return {
    runs: all.flatMap(({ runs }) => runs),
    refused: all.flatMap(({ refused }) => refused),
    unreadable: all.flatMap(({ unreadable }) => unreadable),
  };
}

/** This package ships runs: where there are none, something is missing, and a pass would mean nothing. */
function withRuns(logs: GoldenLogs, folder: string): GoldenLogs {
  if (logs.runs.length + logs.refused.length + logs.unreadable.length > 0) return logs;
  return { ...logs, unreadable: [{ file: folder, reason: 'no recorded run is in it' }] };
}

function packageFolder(): string {
  return dirname(createRequire(import.meta.url).resolve('lockstep/package.json'));
}
