import { dirname, resolve } from 'node:path';
import { parseEntry } from '../corpus/index.ts';
import { casePage, replayPage } from '../report/html/index.ts';
import { type CaseVerdict, caseVerdictText, type ReplayReport, replayText } from '../report/replay-text.ts';
import type { Style } from '../report/style.ts';
import { headline, type Timeline, timelineText } from '../timeline/index.ts';
import { type ExitCode, exitCode, usageError } from './exit.ts';
import { readJson, writeWhole } from './files.ts';
import { quietHooks } from './hooks.ts';
import { checkHtml, tellTimelines } from './html-option.ts';
import { Interruption } from './interruption.ts';
import type { ReplayCaseJob, ReplayRunJob, TimelineSubject } from './job.ts';
import { jsonGoesToStdout, writeJson } from './json-option.ts';
import { savedRun } from './run-file.ts';
import { openTerminal, type Terminal } from './terminal.ts';
import { inThread } from './thread.ts';

export interface ReplayOptions {
  json?: string;
  html?: string;
  timeline?: boolean;
}

/** `lockstep replay`: a saved run, executing nothing; or a case, judged by every oracle. */
export async function runReplayCommand(path: string, options: ReplayOptions): Promise<ExitCode> {
  const job = replayJob(readJson(path), path);
  checkHtml(options.html);
  using interruption = new Interruption();
  const terminal = openTerminal({ dataOnStdout: jsonGoesToStdout(options.json) });
  const report = await inThread(job, quietHooks(terminal, interruption));
  await tell(job, report, path, options, terminal);
  terminal.say(textOf(report, terminal.style));
  writeJson(options.json, report, terminal);
  return passed(report) ? exitCode.pass : exitCode.fail;
}

type Report = ReplayReport | CaseVerdict;

/** What happens, where somebody asks for it. The text of a case says it anyway. */
async function tell(
  job: ReplayRunJob | ReplayCaseJob,
  report: Report,
  path: string,
  { html, timeline: asText }: ReplayOptions,
  terminal: Terminal,
): Promise<void> {
  if (html === undefined && (asText !== true || job.type === 'replay-case')) return;
  const [timeline] = await tellTimelines([subjectOf(job, report)], terminal);
  if (!timeline) return;
  if (asText && job.type === 'replay-run') terminal.say(textOfTimeline(timeline));
  if (html === undefined) return;
  const page = report.format === 'lockstep-replay' ? replayPage : casePage;
  writeWhole(html, page(report as ReplayReport & CaseVerdict, timeline, path));
}

function textOfTimeline(timeline: Timeline): string {
  const { verdict: _, ...told } = timeline;
  return `${[headline(timeline), ...timelineText(told, { detail: 'turns' })].join('\n')}\n`;
}

function subjectOf(job: ReplayRunJob | ReplayCaseJob, report: Report): TimelineSubject {
  if (job.type === 'replay-run') return { run: job.run, ...differs(report) };
  const { case: played, workflow } = job;
  return { case: played, ...(workflow !== undefined && { workflow }), ...broken(report) };
}

/** A mismatch is met again by whoever tells of it, and then its place is known. */
function differs(report: Report): Pick<TimelineSubject, 'verdict'> {
  if (report.format !== 'lockstep-replay' || report.identical || report.mismatch?.position !== undefined) return {};
  const message = report.mismatch?.message ?? report.differences.map(({ path }) => path).join('\n');
  return { verdict: { title: 'the replay does not give the saved run', message } };
}

function broken(report: Report): { oracle?: string } & Pick<TimelineSubject, 'verdict'> {
  if (report.format !== 'lockstep-case') return {};
  const first = report.judgements.find(({ result }) => result === 'broken');
  if (first === undefined) return {};
  return { oracle: first.oracle, verdict: { title: first.promise, message: first.divergence ?? '' } };
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

function textOf(report: Report, style: Style): string {
  return report.format === 'lockstep-replay' ? replayText(report, style) : caseVerdictText(report, style);
}

function passed(report: Report): boolean {
  return report.format === 'lockstep-replay' ? report.identical : report.verdict === 'PASS';
}
