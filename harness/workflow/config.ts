import { dirname, resolve } from 'node:path';
import { glob, isDynamicPattern } from 'tinyglobby';
import { type Limits, MisuseError } from '../../runtime/index.ts';
import { checkConfig } from './config-check.ts';
import type { Feature } from './features.ts';
import { type LatencyBudgets, readLatencyBudgets } from './latency-budgets.ts';
import { importDefault } from './load.ts';
import { configNames, findUpward } from './project-files.ts';

/** What `lockstep.config.ts` may say. Command-line options win over it, and so does what a workflow declares for itself. */
export interface Config {
  /** Files that declare workflows, relative to the config's: paths, or patterns as `flows/**\/*.fuzz.ts`. `!…` leaves out. */
  workflows?: readonly string[];
  /**
   * The folder with the cases that the project keeps, relative to the config's. Default: `corpora/cases` and `corpus`. Where it is
   * named, `lockstep fuzz` also keeps there what it reached, in `reached/<workflow>/`, and begins with it the next time.
   */
  corpus?: string;
  /** The folder with recorded runs that have to go on replaying, relative to the config's. Default: `corpora/logs`. */
  logs?: string;
  /** How long to fuzz, as `30s` or `2m`. */
  budget?: string;
  /**
   * What figures of replay latency may be at most: held by `lockstep gate`. Budgets by the figures' names, or a JSON file with
   * them, relative to the config's. Default: no figure is measured.
   */
  latency?: string | LatencyBudgets;
  /** Limits for every script. */
  limits?: Partial<Limits>;
  /** What not to try on any workflow. */
  without?: readonly Feature[];
}

/** A config with its paths made absolute, its patterns replaced by the files that they match, and its budgets read. */
export interface LoadedConfig extends Config {
  readonly file: string;
  readonly workflows: readonly string[];
  readonly latency?: LatencyBudgets;
}

/** Types a config in an editor. */
export function defineConfig(config: Config): Config {
  return config;
}

/**
 * The config of a directory or the nearest one above it; `undefined` where there is none. Throws `MisuseError` `CONFIG`
 * that says what is wrong with it.
 */
export async function loadConfig(directory: string): Promise<LoadedConfig | undefined> {
  const file = findUpward(resolve(directory), configNames);
  if (file === undefined) return undefined;
  const given = await importDefault(file);
  const config = checkConfig(given, file);
  const inProject = (path: string): string => resolve(dirname(file), path);
  const { workflows = [], corpus, logs, latency, ...others } = config;
  return {
    ...others,
    file,
    workflows: await matched(workflows, file),
    ...(corpus !== undefined && { corpus: inProject(corpus) }),
    ...(logs !== undefined && { logs: inProject(logs) }),
    ...(latency !== undefined && {
      latency: typeof latency === 'string' ? readLatencyBudgets(inProject(latency), file) : latency,
    }),
  };
}

/** Files in the order of the list, those of one pattern by name; each once. */
async function matched(workflows: readonly string[], file: string): Promise<string[]> {
  const cwd = dirname(file);
  const ignore = ['**/node_modules/**', ...workflows.filter(isExclusion).map((pattern) => pattern.slice(1))];
  const files = new Set<string>();
  for (const path of workflows.filter((each) => !isExclusion(each))) {
    const found = isDynamicPattern(path)
      ? await glob(path, { cwd, ignore, absolute: true, expandDirectories: false })
      : [resolve(cwd, path)];
    if (found.length === 0) throw noMatch(path, file);
    for (const one of found.sort()) files.add(resolve(one));
  }
  return [...files];
}

function isExclusion(pattern: string): boolean {
  return pattern.startsWith('!');
}

function noMatch(pattern: string, file: string): MisuseError {
  const message = `${file}: workflows has ${JSON.stringify(pattern)}, and no file matches it. Patterns are relative to the config's folder.`;
  return new MisuseError('CONFIG', message);
}
