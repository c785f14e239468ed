import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import type { Limits } from '../../runtime/index.ts';
import { type Corpus, readCorpus } from '../corpus/index.ts';
import { type GoldenLogs, readGoldenLogs } from '../golden/index.ts';
import { loadConfig } from '../workflow/index.ts';
import { caseFolders } from './corpus-folders.ts';
import { readBudget } from './values.ts';

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
}

const CASES = 'corpora/cases';
const LOGS = 'corpora/logs';

export async function findProject(directory: string): Promise<Project> {
  const config = await loadConfig(directory);
  return {
    isOurs: resolve(directory) === packageFolder(),
    corpus: together([...new Set([join(packageFolder(), CASES), ...caseFolders(directory, config)])].map(readCorpus)),
    goldenLogs: allGoldenLogs(directory),
    workflows: (config?.workflows ?? []).map((path) => relative('', path)),
    ...(config?.budget !== undefined && { budgetMs: readBudget(config.budget, `${config.file}: budget`) }),
  };
}

/** What the config of the working directory says for every script; nothing where there is none. */
export async function configuredLimits(): Promise<Partial<Limits>> {
  return (await loadConfig('.'))?.limits ?? {};
}

function together(corpora: readonly Corpus[]): Corpus {
  return {
    entries: corpora.flatMap(({ entries }) => entries),
    unreadable: corpora.flatMap(({ unreadable }) => unreadable),
  };
}

/** Ours, and the project's where that is another one. */
function foldersOf(directory: string, name: string): string[] {
  return [...new Set([join(packageFolder(), name), resolve(directory, name)])];
}

/** With paths as one would type them. */
function allGoldenLogs(directory: string): GoldenLogs {
  const [ours = '', ...others] = foldersOf(directory, LOGS).map((folder) => relative('', folder));
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
