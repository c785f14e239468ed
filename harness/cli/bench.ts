import { benchPage } from '../report/html/index.ts';
import { counted } from '../report/number-text.ts';
import { type BenchJson, benchJson } from './bench-json.ts';
import { benchReached, benchText } from './bench-text.ts';
import { type ExitCode, exitCode } from './exit.ts';
import { writeWhole } from './files.ts';
import { progressHooks } from './hooks.ts';
import { checkHtml } from './html-option.ts';
import { Interruption } from './interruption.ts';
import { checkJson, jsonGoesToStdout, writeJson } from './json-option.ts';
import { readRun } from './run-file.ts';
import { openTerminal } from './terminal.ts';
import { inThread } from './thread.ts';

export interface BenchOptions {
  json?: string;
  html?: string;
}

/** `lockstep bench`: the table of what things cost, and whether each figure is reached; or what it costs to replay one's own runs. */
export async function runBenchCommand(files: readonly string[], options: BenchOptions): Promise<ExitCode> {
  checkJson(options.json);
  checkHtml(options.html);
  const runs = files.map((file) => ({ name: file, run: readRun(file).run }));
  using interruption = new Interruption();
  const terminal = openTerminal({ dataOnStdout: jsonGoesToStdout(options.json) });
  const report = await inThread({ type: 'bench', runs }, progressHooks(terminal, interruption));
  const { rows, notes } = report;
  terminal.say(benchText(rows, terminal.style));
  for (const note of notes) terminal.say(note);
  const json = benchJson(report);
  writeJson(options.json, json, terminal);
  if (options.html !== undefined) writeWhole(options.html, benchPage({ rows, notes, facts: factsOf(json) }));
  if (benchReached(rows)) return exitCode.pass;
  terminal.say('Not every figure was reached. A busy machine can do that: run it again on an idle one.');
  return exitCode.fail;
}

function factsOf({ lockstep, machine: { node, platform, arch, cores } }: BenchJson): [string, string][] {
  return [
    ['lockstep', lockstep],
    ['Node', node],
    ['machine', `${platform} ${arch}, ${counted(cores, 'core')}`],
  ];
}
