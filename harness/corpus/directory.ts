import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type Case, digestCase } from '../case/index.ts';
import { type CorpusEntry, parseEntry, printEntry } from './entry.ts';

/** An entry and where it lies. */
export interface KeptEntry extends CorpusEntry {
  readonly file: string;
}

export interface Corpus {
  /** In the order of their file names. */
  readonly entries: readonly KeptEntry[];
  /** Files that are no case any more, each with the reason: they test nothing until somebody mends them. */
  readonly unreadable: readonly { readonly file: string; readonly reason: string }[];
}

/** Reads all cases of a folder. One that does not exist is an empty corpus. */
export function readCorpus(directory: string): Corpus {
  const entries: KeptEntry[] = [];
  const unreadable: { file: string; reason: string }[] = [];
  const files = existsSync(directory) ? readdirSync(directory).filter((name) => name.endsWith('.json')) : [];
  for (const name of files.sort()) {
    const file = join(directory, name);
    try {
      entries.push({ ...parseEntry(readFileSync(file, 'utf8'), name.slice(0, -'.json'.length)), file });
    } catch (error) {
      unreadable.push({ file, reason: error instanceof Error ? error.message : String(error) });
    }
  }
  return { entries, unreadable };
}

/** Writes an entry's new case: in place, or, where its file is named after its old digest, under the new one. Says where. */
export function rewriteEntry({ file, ...entry }: KeptEntry, smaller: Case): string {
  const isByDigest = basename(file) === `${digestCase(entry.case)}.json`;
  const target = isByDigest ? join(dirname(file), `${digestCase(smaller)}.json`) : file;
  writeFileSync(target, printEntry({ ...entry, case: smaller }));
  if (target !== file) rmSync(file);
  return target;
}

/** Takes an entry out of its corpus. */
export function removeEntry({ file }: KeptEntry): void {
  rmSync(file);
}

/** Writes an entry under the digest of its case and says where. What is there already stays as it is. */
export function keepEntry(directory: string, entry: CorpusEntry): string {
  mkdirSync(directory, { recursive: true });
  const file = join(directory, `${digestCase(entry.case)}.json`);
  if (!existsSync(file)) writeFileSync(file, printEntry(entry));
  return file;
}
