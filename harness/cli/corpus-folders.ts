import { existsSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { type Corpus, type KeptEntry, readCorpus } from '../corpus/index.ts';
import type { LoadedConfig } from '../workflow/index.ts';

/** Where a project keeps cases, unless its config says otherwise. */
const usual = ['corpora/cases', 'corpus'];

/** Where failing cases are put by the commands that find them. */
export const FAILURES = '.lockstep/failures';

/** Folders of a project with cases that are kept by hand: the one that its config names, or the usual ones. */
export function caseFolders(directory: string, config: Pick<LoadedConfig, 'corpus'> | undefined): string[] {
  if (config?.corpus !== undefined) return [config.corpus];
  return usual.map((folder) => resolve(directory, folder)).filter((folder) => existsSync(folder));
}

export interface KeptCorpora {
  /** Only people add to these and take from them. */
  readonly byHand: Corpus;
  /** What commands saved below the working directory. */
  readonly byMachine: Corpus;
}

/** With paths as one would type them. */
export function readCorpora(directory: string, config: Pick<LoadedConfig, 'corpus'> | undefined): KeptCorpora {
  const all = caseFolders(directory, config).map((folder) => readCorpus(relative('', folder)));
  return {
    byHand: {
      entries: all.flatMap(({ entries }) => entries),
      unreadable: all.flatMap(({ unreadable }) => unreadable),
    },
    byMachine: readCorpus(relative('', resolve(directory, FAILURES))),
  };
}

/** The entries of these names, files or file names; all where none is named. The others that were named come second. */
export function chosen(
  entries: readonly KeptEntry[],
  names: readonly string[],
): { found: readonly KeptEntry[]; unknown: readonly string[] } {
  if (names.length === 0) return { found: entries, unknown: [] };
  const isCalled = ({ name, file }: KeptEntry, wanted: string): boolean =>
    name === wanted || resolve(file) === resolve(wanted) || stem(file) === stem(wanted);
  return {
    found: entries.filter((entry) => names.some((wanted) => isCalled(entry, wanted))),
    unknown: names.filter((wanted) => !entries.some((entry) => isCalled(entry, wanted))),
  };
}

/** A file's name without its folder and ending. */
export function stem(file: string): string {
  return (file.split(/[\\/]/).at(-1) ?? file).replace(/\.json$/, '');
}
