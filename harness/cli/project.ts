import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import type { Limits } from '../../runtime/index.ts';
import { type Corpus, readCorpus } from '../corpus/index.ts';
import { loadConfig } from '../workflow/index.ts';
import { readBudget } from './values.ts';

/** What a gate finds where it is started: the same in a checkout of this package and in a user's project. */
export interface Project {
  /** Cases of this package, and those that the project keeps in `corpora/cases`. */
  corpus: Corpus;
  /** Files that declare workflows, named in the project's config, as one would type them. */
  workflows: readonly string[];
  budgetMs?: number;
}

const CASES = 'corpora/cases';

export async function findProject(directory: string): Promise<Project> {
  const config = await loadConfig(directory);
  const folders = new Set([join(packageFolder(), CASES), resolve(directory, CASES)]);
  return {
    corpus: together([...folders].map(readCorpus)),
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

function packageFolder(): string {
  return dirname(createRequire(import.meta.url).resolve('lockstep/package.json'));
}
