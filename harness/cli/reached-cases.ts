import { relative, resolve } from 'node:path';
import type { Case } from '../case/index.ts';
import { type CorpusEntry, keepEntry, readCorpus, removeEntry } from '../corpus/index.ts';
import {
  type Candidate,
  type KeptCase,
  smallestSet,
  type Unfit,
  type VariedCase,
  variedOf,
} from '../workflow/index.ts';

/**
 * The cases of a workflow that reached something, kept by machine for the next campaign to begin with: in `reached/<workflow>`
 * below the folder that the config names, each under its digest. They hold no script: whatever the workflow's is then,
 * they are played with it.
 */
export interface ReachedCases {
  readonly cases: readonly KeptCase[];
  /** Files that are left as they are, each with the reason. */
  readonly unreadable: readonly Unfit[];
}

/**
 * What people keep of the workflow: failures above all, in the folders where all cases are that are kept by hand. They too
 * are played with the script as it is.
 */
export function readByHand(folders: readonly string[], workflow: string): KeptCase[] {
  const entries = folders.flatMap((folder) => readCorpus(relative('', folder)).entries);
  return entries.filter(isOf(workflow)).map(({ file, case: kept }) => ({ file, case: variedOf(kept) }));
}

function isOf(workflow: string): (entry: CorpusEntry) => boolean {
  return ({ case: kept }) => kept.workflow?.name === workflow;
}

/** In the order of the files' names. Without a folder there are none. */
export function readReached(folder: string | undefined, workflow: string): ReachedCases {
  if (folder === undefined) return { cases: [], unreadable: [] };
  const { entries, unreadable } = readCorpus(folderOf(folder, workflow));
  const isOwn = isOf(workflow);
  const foreign = entries.filter((entry) => !isOwn(entry));
  return {
    cases: entries.filter(isOwn).map(({ file, case: kept }) => ({ file, case: variedOf(kept) })),
    unreadable: [
      ...unreadable,
      ...foreign.map(({ file }) => ({ file, reason: `it is no case of workflow ${workflow}` })),
    ],
  };
}

/** What a campaign leaves. */
export interface Leavings {
  /** A case of the workflow without anything set. */
  readonly frame: Case;
  readonly candidates: readonly Candidate[];
  /** How many cases there were, those that people keep not counted; the first were those that had been kept by machine. */
  readonly cases: number;
  readonly unfit: readonly Unfit[];
}

/** Keeps the fewest cases that reach what all together did, and takes away those that had been kept and add nothing to it. */
export function writeReached(folder: string, workflow: string, { frame, candidates, cases, unfit }: Leavings): void {
  const home = folderOf(folder, workflow);
  const played = readCorpus(home).entries.filter(isOf(workflow)).slice(0, cases);
  const wanted = smallestSet(candidates).map((candidate) => keepEntry(home, entryOf(frame, candidate.case)));
  const left = new Set([...wanted, ...unfit.map(({ file }) => file)]);
  for (const entry of played) if (!left.has(entry.file)) removeEntry(entry);
}

function entryOf(frame: Case, varied: VariedCase): CorpusEntry {
  const { limits: _, ...plain } = frame;
  return {
    name: 'reached',
    shows: 'reached something that no case before it did',
    case: { ...plain, ...varied, script: '' },
  };
}

/** Names of workflows may be sentences. */
function folderOf(folder: string, workflow: string): string {
  return relative('', resolve(folder, 'reached', workflow.replaceAll(/[^\w.-]+/g, '-')));
}
