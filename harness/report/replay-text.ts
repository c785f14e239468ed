import { clip, indent } from './excerpt.ts';
import { counted } from './number-text.ts';
import type { Style } from './style.ts';

/** What came of replaying a saved run. The JSON of `lockstep replay run.json --json F`; see SCHEMA.md. */
export interface ReplayReport {
  format: 'lockstep-replay';
  version: 1;
  identical: boolean;
  /** The run's status, and how long its log is. */
  status: string;
  entries: number;
  delivered: number;
  /** The script left its log. */
  mismatch?: { code: string; position?: number; reason?: string; message: string };
  /** Fields of the run that the replay gives otherwise. */
  differences: Difference[];
}

/** A place where the saved run and its replay differ. `path` begins with the field, as `$.value.total`. */
export interface Difference {
  path: string;
  recorded?: unknown;
  observed?: unknown;
}

export function replayText(report: ReplayReport, style: Style): string {
  const log = `${counted(report.entries, 'entry').replace('entrys', 'entries')}, ${report.delivered} delivered`;
  if (report.identical)
    return `${style.bold(style.good('Identical'))}: the replay gives the same run (${report.status}; ${log}).`;
  if (report.mismatch) return `${style.bold(style.bad('Mismatch'))}\n${report.mismatch.message}`;
  return [
    `${style.bold(style.bad('Different'))}: the script follows the log, but the replay does not give the saved run.`,
    ...report.differences.map(differenceText),
  ].join('\n');
}

function differenceText({ path, recorded, observed }: Difference): string {
  return `  ${path}\n    saved:    ${value(recorded)}\n    replayed: ${value(observed)}`;
}

function value(of: unknown): string {
  return of === undefined ? 'nothing' : clip(JSON.stringify(of), 5);
}

/** What came of running a case. The JSON of `lockstep replay case.json --json F`; see SCHEMA.md. */
export interface CaseVerdict {
  format: 'lockstep-case';
  version: 1;
  verdict: 'PASS' | 'FAIL';
  judgements: Judgement[];
  timeline: string[];
}

export interface Judgement {
  oracle: string;
  promise: string;
  /** `not-judged`: the promise says nothing about such a case. */
  result: 'holds' | 'broken' | 'not-judged';
  /** Of a broken one: what was expected and what was seen. */
  divergence?: string;
}

export function caseVerdictText(report: CaseVerdict, style: Style): string {
  const word = report.verdict === 'PASS' ? style.good('PASS') : style.bad('FAIL');
  return [
    style.bold('What happens'),
    indent(report.timeline.join('\n')),
    '',
    style.bold('The promises'),
    ...report.judgements.map((judgement) => judgementText(judgement, style)),
    '',
    style.bold(word),
  ].join('\n');
}

function judgementText({ result, promise, oracle, divergence }: Judgement, style: Style): string {
  const mark = { holds: style.good('✓'), broken: style.bad('✗'), 'not-judged': style.dim('–') }[result];
  const line = `  ${mark} ${promise} ${style.dim(`(${oracle})`)}`;
  return divergence === undefined ? line : `${line}\n${indent(clip(divergence, 40), 6)}`;
}
