import type { Command } from 'commander';
import type { ExitCode } from './exit.ts';
import * as values from './values.ts';

/** Adds `lockstep corpus list | minimise | prune`. */
export function addCorpus(program: Command, done: (code: ExitCode) => void): void {
  const corpus = program
    .command('corpus')
    .summary('Lists the cases that are kept, makes them smaller, and throws away what shows nothing of its own.')
    .description(
      'Cases that are kept: by hand in corpora/cases and corpus, or in the folder that lockstep.config.ts names; by machine in .lockstep/failures.',
    )
    .usage('list | minimise | prune')
    .showHelpAfterError('The right form: lockstep corpus list | minimise | prune\nMore: lockstep corpus --help');
  const add = (name: string, summary: string, form: string): Command =>
    corpus
      .command(name)
      .summary(summary)
      .description(summary)
      .usage(form)
      .showHelpAfterError(`The right form: lockstep corpus ${name} ${form}\nMore: lockstep corpus ${name} --help`);
  add('list', 'Lists them: file, size, oracle, name and what each shows.', '[--json F]')
    .option('--json <file>', 'also write the list as JSON; - is stdout', values.name)
    .action(async (options) => done(await (await import('./corpus.ts')).runCorpusList(options)));
  add(
    'minimise',
    'Makes them smaller without losing what they show. Stopped by Ctrl-C or --candidates, it goes on the next time.',
    '[name…] [--candidates N]',
  )
    .argument('[name...]', 'names or files (default: all)')
    .option('--candidates <n>', 'try at most so many smaller cases for each (default: 1500)', values.cases)
    .addHelpText('after', `\n${whatStays}`)
    .action(async (names, options) =>
      done(await (await import('./corpus-minimise.ts')).runCorpusMinimise(names, options)),
    );
  add(
    'prune',
    'Says which of those kept by machine show nothing of their own. Deletes nothing unless told to.',
    '[--delete]',
  )
    .option('--delete', 'delete them; what is kept by hand is never deleted')
    .action(async (options) => done(await (await import('./corpus-prune.ts')).runCorpusPrune(options)));
}

/** Printed below the options. */
const whatStays = `A case that breaks a promise goes on breaking the same one: the same oracle sees the same kind of divergence at the same
kind of call. A case that breaks none shows a situation, and all that happens in it stays: calls, answers, pauses, attempts
and the end, in their order and with their values. Only what makes no difference to that is taken out.
Cases kept by hand are rewritten only where they are named. Those of a workflow are left to its fuzzer.`;
