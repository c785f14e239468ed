import type { Json } from '../../runtime/index.ts';
import type { ExitCode } from './exit.ts';
import { readText } from './files.ts';
import { quietHooks } from './hooks.ts';
import { Interruption } from './interruption.ts';
import type { RunJob } from './job.ts';
import { checkDestination, deliverRun } from './run-outcome.ts';
import { isDeclaration, readScript } from './subject.ts';
import { openTerminal } from './terminal.ts';
import { inThread } from './thread.ts';

export interface RunOptions {
  input?: Json;
  data?: Json;
  out?: string;
  journal?: string;
}

/** `lockstep run`: the script or workflow once, with real actions. */
export async function runRunCommand(path: string, options: RunOptions): Promise<ExitCode> {
  const declared = isDeclaration(path, readText(path));
  checkDestination(options.out, options.journal);
  using interruption = new Interruption();
  const terminal = openTerminal({ dataOnStdout: true });
  const job: RunJob = {
    type: 'run',
    subject: declared ? { workflow: path } : { script: path, source: await readScript(path) },
    ...(options.input !== undefined && { input: options.input }),
    ...(options.data !== undefined && { data: options.data }),
    ...(options.journal !== undefined && { journal: options.journal }),
  };
  const run = await inThread(job, quietHooks(terminal, interruption));
  const origin = declared ? { workflow: path } : { script: path };
  return deliverRun(run, { out: options.out, journal: options.journal, origin }, terminal);
}
