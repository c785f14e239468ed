import { type CampaignOutputs, checkOutputs, deliverReport } from './campaign-output.ts';
import type { ExitCode } from './exit.ts';
import { readText } from './files.ts';
import type { FuzzJob } from './job.ts';
import { jsonGoesToStdout } from './json-option.ts';
import { chooseSeed } from './seed.ts';
import { openTerminal } from './terminal.ts';
import { inThread } from './thread.ts';

export interface CampaignOptions extends CampaignOutputs {
  budget?: number;
  cases?: number;
  seed?: number;
  threads?: number;
}

const DEFAULT_BUDGET_MS = 30_000;

/** `lockstep fuzz`: each workflow gets its share of the budget, or the number of cases that was asked for. */
export async function runFuzzCommand(files: readonly string[], options: CampaignOptions): Promise<ExitCode> {
  for (const file of files) readText(file);
  checkOutputs(options);
  const terminal = openTerminal({ dataOnStdout: jsonGoesToStdout(options.json) });
  const seed = options.seed ?? chooseSeed();
  terminal.say(`lockstep fuzz, seed ${seed}\n`);
  const job: FuzzJob = {
    type: 'fuzz',
    files: [...files],
    seed,
    ...(options.cases === undefined ? { budgetMs: options.budget ?? DEFAULT_BUDGET_MS } : { cases: options.cases }),
  };
  const report = await inThread(job, {
    onNote: terminal.complain,
    onProgress: (line) => terminal.progress(() => line),
  });
  return deliverReport(report, options, terminal);
}
