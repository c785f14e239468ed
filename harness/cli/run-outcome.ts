import { dirname, relative, resolve } from 'node:path';
import type { Run } from '../../runtime/index.ts';
import { abortedText, failedText, pausedText, warningLines } from '../report/run-text.ts';
import { CommandError, type ExitCode, exitCode, usageError } from './exit.ts';
import { checkWritable, writeWhole } from './files.ts';
import { type Origin, printRun } from './run-file.ts';
import type { Terminal } from './terminal.ts';
import { wallClock } from './wall-clock.ts';

export interface Destination {
  /** Where to save the run; absent: only a run that can be continued is printed, on stdout. */
  out?: string | undefined;
  /** The journal that it was written to while it happened. */
  journal?: string | undefined;
  origin: Origin | undefined;
}

/** Asked before anything runs. */
export function checkDestination(out: string | undefined, journal?: string): void {
  if (out === undefined) return;
  checkWritable(out, '--out');
  if (journal !== undefined && resolve(out) === resolve(journal))
    throw usageError(`--out would write over the journal ${journal}: name another file.`);
}

/** Saves or prints a run, tells a person about it, and gives the exit code. What a run settled is never lost. */
export function deliverRun(run: Run, to: Destination, terminal: Terminal): ExitCode {
  const saved = save(run, to, terminal);
  for (const line of run.console) terminal.complain(`${terminal.style.dim(`${line.level}:`)} ${line.text}`);
  for (const line of warningLines(run, terminal.style)) terminal.complain(line);
  switch (run.status) {
    case 'completed':
      terminal.data(JSON.stringify(run.value, undefined, 2));
      return exitCode.pass;
    case 'interrupted':
      terminal.complain(pausedText(run, saved, wallClock(), terminal.style));
      return exitCode.interrupted;
    case 'failed':
      terminal.complain(failedText(run, terminal.style));
      return exitCode.fail;
    case 'aborted':
      terminal.complain(abortedText(run, saved, terminal.style));
      return exitCode.inconclusive;
  }
}

/** The path the run was saved under, as one would type it; nothing where it was printed instead. */
function save(run: Run, to: Destination, terminal: Terminal): string | undefined {
  if (to.out !== undefined && tryWrite(to.out, run, to.origin, terminal)) return relative('', to.out) || to.out;
  if (to.journal !== undefined && !lacksRecords(run)) return relative('', to.journal) || to.journal;
  if (run.status === 'interrupted' || run.status === 'aborted') terminal.data(printRun(run, to.origin, '.'));
  return undefined;
}

/** Whether its journal does not have all that has settled. */
function lacksRecords(run: Run): boolean {
  return run.status === 'aborted' && (run.reason as { code?: unknown } | null)?.code === 'JOURNAL';
}

function tryWrite(out: string, run: Run, origin: Origin | undefined, terminal: Terminal): boolean {
  try {
    writeWhole(out, printRun(run, origin, dirname(out)));
    return true;
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    terminal.complain(error.message);
    return false;
  }
}
