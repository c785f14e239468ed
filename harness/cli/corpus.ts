import type { KeptEntry } from '../corpus/index.ts';
import { counted } from '../report/number-text.ts';
import { loadConfig } from '../workflow/index.ts';
import { type KeptCorpora, readCorpora } from './corpus-folders.ts';
import { type ExitCode, exitCode } from './exit.ts';
import { jsonGoesToStdout, writeJson } from './json-option.ts';
import { openTerminal, type Terminal } from './terminal.ts';

export interface ListOptions {
  json?: string;
}

/** What the list says of an entry. */
interface Listed {
  name: string;
  file: string;
  kept: 'by hand' | 'by machine';
  /** What it shows, in a line. */
  provenance: string;
  oracle?: string;
  workflow?: string;
  /** Lines of its script, and characters of all of it. */
  lines: number;
  characters: number;
}

/** `lockstep corpus list`: what is kept, where it comes from, and what can no longer be read. */
export async function runCorpusList(options: ListOptions): Promise<ExitCode> {
  const terminal = openTerminal({ dataOnStdout: jsonGoesToStdout(options.json) });
  const corpora = readCorpora('.', await loadConfig('.'));
  const entries = [
    ...corpora.byHand.entries.map((entry) => listed(entry, 'by hand')),
    ...corpora.byMachine.entries.map((entry) => listed(entry, 'by machine')),
  ];
  const unreadable = unreadableIn(corpora);
  for (const entry of entries) terminal.say(lineOf(entry));
  terminal.say(summary(entries, corpora));
  complain(terminal, unreadable);
  writeJson(options.json, { format: 'lockstep-corpus', version: 1, entries, unreadable }, terminal);
  return unreadable.length > 0 ? exitCode.broken : exitCode.pass;
}

/** Entries that are no case any more test nothing: they are never passed over in silence. */
export function complain(terminal: Terminal, unreadable: KeptCorpora['byHand']['unreadable']): void {
  for (const { file, reason } of unreadable)
    terminal.complain(`${file} cannot be read, so it tests nothing: ${reason}`);
}

export function unreadableIn({ byHand, byMachine }: KeptCorpora): KeptCorpora['byHand']['unreadable'] {
  return [...byHand.unreadable, ...byMachine.unreadable];
}

function listed({ name, shows, oracle, case: kept, file }: KeptEntry, how: Listed['kept']): Listed {
  return {
    name,
    file,
    kept: how,
    provenance: shows,
    ...(oracle !== undefined && { oracle }),
    ...(kept.workflow && { workflow: kept.workflow.name }),
    lines: kept.script.split('\n').length,
    characters: JSON.stringify(kept).length,
  };
}

function lineOf({ name, file, provenance, oracle, workflow, lines, characters }: Listed): string {
  const about = [oracle, workflow && `workflow ${workflow}`].filter((text) => text !== undefined).join(', ');
  const head = `${file}  ${counted(lines, 'line')}, ${counted(characters, 'character')}${about && `, ${about}`}`;
  return [head, `  ${name}${provenance && `: ${provenance}`}`].join('\n');
}

function summary(entries: readonly Listed[], { byHand, byMachine }: KeptCorpora): string {
  if (entries.length === 0)
    return 'No case is kept here: neither in corpora/cases or corpus, nor in .lockstep/failures.';
  return `${counted(byHand.entries.length, 'case')} kept by hand, ${byMachine.entries.length} by machine`;
}
