import { Crew, minimiseKept, type SmallerKept } from '../campaign/index.ts';
import { type KeptEntry, rewriteEntry } from '../corpus/index.ts';
import { counted } from '../report/number-text.ts';
import { loadConfig } from '../workflow/index.ts';
import { complain, unreadableIn } from './corpus.ts';
import { chosen, readCorpora } from './corpus-folders.ts';
import { type ExitCode, exitCode, usageError } from './exit.ts';
import { Interruption } from './interruption.ts';
import { forget, recall, remember } from './minimise-state.ts';
import { openTerminal, type Terminal } from './terminal.ts';

export interface MinimiseCommandOptions {
  /** At most so many candidates for each. */
  candidates?: number;
}

/** A safety net: no case of ours takes a tenth of it. */
const budgetMs = 120_000;

/**
 * `lockstep corpus minimise`: makes kept cases smaller without losing what they show. Those kept by hand are rewritten only
 * where they are named; otherwise it is only said that they could be smaller.
 */
export async function runCorpusMinimise(names: readonly string[], options: MinimiseCommandOptions): Promise<ExitCode> {
  const terminal = openTerminal({ dataOnStdout: false });
  const corpora = readCorpora('.', await loadConfig('.'));
  complain(terminal, unreadableIn(corpora));
  const all = [...corpora.byHand.entries, ...corpora.byMachine.entries];
  const { found, unknown } = chosen(all, names);
  if (unknown.length > 0)
    throw usageError(`No case is kept as ${unknown.join(', ')}. \`lockstep corpus list\` names them all.`);
  using interruption = new Interruption();
  const crew = new Crew({ threads: 1 });
  let isComplete = true;
  try {
    for (const entry of found) {
      if (interruption.signal.aborted) break;
      const mayWrite = names.length > 0 || corpora.byMachine.entries.includes(entry);
      isComplete = (await minimiseOne(crew, entry, mayWrite, options, interruption.signal, terminal)) && isComplete;
    }
  } finally {
    await crew.close();
  }
  if (isComplete && !interruption.signal.aborted)
    return unreadableIn(corpora).length > 0 ? exitCode.broken : exitCode.pass;
  terminal.say('Not all of them are minimal. The same command goes on from here.');
  return exitCode.inconclusive;
}

/** Whether nothing is left to try. */
async function minimiseOne(
  crew: Crew,
  entry: KeptEntry,
  mayWrite: boolean,
  { candidates }: MinimiseCommandOptions,
  signal: AbortSignal,
  terminal: Terminal,
): Promise<boolean> {
  if (entry.case.workflow !== undefined) {
    terminal.say(`${entry.file}: left as it is; it is judged by its workflow, whose fuzzer has made it small`);
    return true;
  }
  const vain = recall(entry.case);
  const smaller = await minimiseKept(crew, entry, {
    budgetMs,
    signal,
    ...(candidates !== undefined && { triedMax: candidates }),
    ...(vain && { vain }),
  });
  if (smaller === undefined) {
    terminal.say(`${entry.file}: left as it is; it ends the thread that runs it`);
    return true;
  }
  const isSmaller = JSON.stringify(smaller.case) !== JSON.stringify(entry.case);
  const file = isSmaller && mayWrite ? rewriteEntry(entry, smaller.case) : entry.file;
  forget(entry.case);
  if (!smaller.minimal) remember(mayWrite ? smaller.case : entry.case, smaller.vain);
  terminal.say(`${file}: ${outcome(entry, smaller, isSmaller, mayWrite)}`);
  return smaller.minimal;
}

function outcome({ case: before }: KeptEntry, smaller: SmallerKept, isSmaller: boolean, mayWrite: boolean): string {
  const kept =
    smaller.preserved === 'failure' ? 'fails as before' : 'breaks no promise, and all that happens in it stays';
  const sizes = `from ${JSON.stringify(before).length} to ${counted(JSON.stringify(smaller.case).length, 'character')}`;
  const change = !isSmaller ? 'not smaller' : mayWrite ? sizes : `could go ${sizes}; name it to have it rewritten`;
  return `${change} (${kept}; ${counted(smaller.tried, 'candidate')}${smaller.minimal ? '' : '; not minimal yet'})`;
}
