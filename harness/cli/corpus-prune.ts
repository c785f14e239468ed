import { Crew, redundantIn } from '../campaign/index.ts';
import { removeEntry } from '../corpus/index.ts';
import { counted } from '../report/number-text.ts';
import { loadConfig } from '../workflow/index.ts';
import { complain, unreadableIn } from './corpus.ts';
import { readCorpora } from './corpus-folders.ts';
import { type ExitCode, exitCode } from './exit.ts';
import { Interruption } from './interruption.ts';
import { openTerminal } from './terminal.ts';

/** `lockstep corpus prune`: which cases that were kept by machine show nothing that others do not show. Deletes them if told to. */
export async function runCorpusPrune(options: { delete?: true }): Promise<ExitCode> {
  const terminal = openTerminal({ dataOnStdout: false });
  const corpora = readCorpora('.', await loadConfig('.'));
  const { byHand, byMachine } = corpora;
  complain(terminal, unreadableIn(corpora));
  using interruption = new Interruption();
  const crew = new Crew({ threads: 1 });
  try {
    const redundant = await redundantIn(crew, byHand.entries, byMachine.entries, interruption.signal);
    for (const { entry, why } of redundant) {
      if (options.delete) removeEntry(entry);
      terminal.say(`${entry.file}: ${options.delete ? 'deleted' : 'can go'}; ${why}`);
    }
    const rest = byMachine.entries.length - redundant.length;
    terminal.say(
      `${counted(redundant.length, 'case')} of ${byMachine.entries.length} kept by machine ${options.delete ? 'deleted' : 'can go (--delete)'}, ` +
        `${rest} ${rest === 1 ? 'stays' : 'stay'}; ${counted(byHand.entries.length, 'case')} kept by hand ${byHand.entries.length === 1 ? 'is' : 'are'} never deleted`,
    );
  } finally {
    await crew.close();
  }
  if (interruption.signal.aborted) return exitCode.inconclusive;
  return unreadableIn(corpora).length > 0 ? exitCode.broken : exitCode.pass;
}
