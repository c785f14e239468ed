import { dirname, resolve } from 'node:path';
import { parseEntry } from '../corpus/index.ts';
import { type CaseVerdict, caseVerdictText, type ReplayReport, replayText } from '../report/replay-text.ts';
import type { Style } from '../report/style.ts';
import { type ExitCode, exitCode, usageError } from './exit.ts';
import { readJson } from './files.ts';
import { quietHooks } from './hooks.ts';
import { Interruption } from './interruption.ts';
import type { ReplayCaseJob, ReplayRunJob } from './job.ts';
import { jsonGoesToStdout, writeJson } from './json-option.ts';
import { savedRun } from './run-file.ts';
import { openTerminal } from './terminal.ts';
import { inThread } from './thread.ts';

export interface ReplayOptions {
  json?: string;
}

/** `lockstep replay`: a saved run, executing nothing; or a case, judged by every oracle. */
export async function runReplayCommand(path: string, options: ReplayOptions): Promise<ExitCode> {
  const job = replayJob(readJson(path), path);
  using interruption = new Interruption();
  const terminal = openTerminal({ dataOnStdout: jsonGoesToStdout(options.json) });
  const report = await inThread(job, quietHooks(terminal, interruption));
  terminal.say(textOf(report, terminal.style));
  writeJson(options.json, report, terminal);
  return passed(report) ? exitCode.pass : exitCode.fail;
}

function replayJob(content: unknown, path: string): ReplayRunJob | ReplayCaseJob {
  const record = typeof content === 'object' && content !== null ? (content as Record<string, unknown>) : {};
  if ('status' in record || 'callLog' in record) return { type: 'replay-run', run: savedRun(content, path).run };
  if ('behaviours' in record || 'schedule' in record) return caseJob(record, path);
  throw usageError(
    `${path} is neither a saved run (no "status" and "callLog", which \`lockstep run --out\` writes) ` +
      'nor a case (no "behaviours" and "schedule", which a failing gate writes).',
  );
}

/** Cases of a corpus have a name and say what they show; others do not. */
function caseJob(content: object, path: string): ReplayCaseJob {
  const { case: found } = parseEntry(JSON.stringify(content), path);
  const workflow = found.workflow && resolve(dirname(path), found.workflow.file);
  return { type: 'replay-case', case: found, ...(workflow !== undefined && { workflow }) };
}

function textOf(report: ReplayReport | CaseVerdict, style: Style): string {
  return report.format === 'lockstep-replay' ? replayText(report, style) : caseVerdictText(report, style);
}

function passed(report: ReplayReport | CaseVerdict): boolean {
  return report.format === 'lockstep-replay' ? report.identical : report.verdict === 'PASS';
}
