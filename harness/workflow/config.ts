import { dirname, join, resolve } from 'node:path';
import { type Limits, MisuseError } from '../../runtime/index.ts';
import { importDefault } from './load.ts';
import { firstExisting } from './project-files.ts';

/** What `lockstep.config.ts` may say. Command-line options win over it. */
export interface Config {
  /** Files that declare workflows, relative to the config's. */
  workflows?: readonly string[];
  /** Limits for every script. */
  limits?: Partial<Limits>;
  /** The folder with the cases that the project keeps, relative to the config's. Default: `corpora/cases` and `corpus`. */
  corpus?: string;
  /** How long to fuzz, as `30s` or `2m`. */
  budget?: string;
}

/** A config with its paths made absolute. */
export interface LoadedConfig extends Config {
  readonly file: string;
  readonly workflows: readonly string[];
}

const names = ['lockstep.config.ts', 'lockstep.config.mts', 'lockstep.config.js', 'lockstep.config.mjs'];
const known = ['workflows', 'limits', 'corpus', 'budget'];

/** Types a config in an editor. */
export function defineConfig(config: Config): Config {
  return config;
}

/** The config of a project's directory; `undefined` where there is none. Throws `MisuseError` `CONFIG`. */
export async function loadConfig(directory: string): Promise<LoadedConfig | undefined> {
  const file = firstExisting(names.map((name) => join(resolve(directory), name)));
  if (file === undefined) return undefined;
  const config = checked(await importDefault(file), file);
  const workflows = (config.workflows ?? []).map((path) => resolve(dirname(file), path));
  const { corpus } = config;
  return { ...config, file, workflows, ...(corpus !== undefined && { corpus: resolve(dirname(file), corpus) }) };
}

function checked(given: unknown, file: string): Config {
  if (typeof given !== 'object' || given === null) {
    throw new MisuseError('CONFIG', `${file} has no default export. It says \`export default defineConfig({ … })\`.`);
  }
  const other = Object.keys(given).find((key) => !known.includes(key));
  if (other !== undefined) {
    throw new MisuseError('CONFIG', `${file}: ${other} is not known here. Known are ${known.join(', ')}.`);
  }
  const { workflows, corpus } = given as Config;
  if (corpus !== undefined && typeof corpus !== 'string') {
    throw new MisuseError(
      'CONFIG',
      `${file}: corpus is the folder in which the project keeps cases, as 'corpora/cases'.`,
    );
  }
  if (workflows !== undefined && !(Array.isArray(workflows) && workflows.every((path) => typeof path === 'string'))) {
    throw new MisuseError('CONFIG', `${file}: workflows is an array of files that declare workflows.`);
  }
  return given;
}
