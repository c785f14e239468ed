import process from 'node:process';
import { type Case, digestCase } from '../case/index.ts';
import { type CorpusEntry, printEntry } from '../corpus/index.ts';
import { githubAnnotations } from '../report/annotations.ts';
import { junitXml } from '../report/junit.ts';
import type { Failure, Report, Verdict } from '../report/report.ts';
import { reportJson } from '../report/report-json.ts';
import { reportText } from '../report/report-text.ts';
import { FAILURES } from './corpus-folders.ts';
import { type ExitCode, exitCode } from './exit.ts';
import { checkWritable, portable, saveBelow, writeWhole } from './files.ts';
import { checkHtml, writeReportPage } from './html-option.ts';
import { checkJson, jsonGoesToStdout } from './json-option.ts';
import { asTyped, type Terminal } from './terminal.ts';

export interface CampaignOutputs {
  json?: string;
  junit?: string;
  html?: string;
}

/** Where the smallest case of each failure is put, below the working directory. Not for version control. */
const OURS = '.lockstep';

/** Asked before the campaign starts: a minute's work must not end at an unwritable file. */
export function checkOutputs({ json, junit, html }: CampaignOutputs): void {
  checkJson(json);
  checkHtml(html);
  if (junit !== undefined) checkWritable(junit, '--junit');
}

/** Saves the failing cases, writes every output that was asked for, and gives the exit code of the verdict. */
export async function deliverReport(found: Report, outputs: CampaignOutputs, terminal: Terminal): Promise<ExitCode> {
  if (found.failures.length > 0) saveBelow(OURS, '.gitignore', '*\n');
  const report = { ...found, failures: found.failures.map(withSavedCase) };
  const shown = withTypedCommands(report);
  terminal.say(reportText(shown, terminal.style));
  if (jsonGoesToStdout(outputs.json)) terminal.data(reportJson(report));
  else if (outputs.json !== undefined) writeWhole(outputs.json, reportJson(report));
  if (outputs.junit !== undefined) writeWhole(outputs.junit, junitXml(report));
  await writeReportPage(outputs.html, report, terminal);
  if (process.env.GITHUB_ACTIONS === 'true') for (const line of githubAnnotations(shown)) terminal.say(line);
  return exitOfVerdict[report.verdict];
}

/** For people. What programs read is the same whoever started us. */
function withTypedCommands(report: Report): Report {
  const failures = report.failures.map((failure) => ({ ...failure, reproduce: asTyped(failure.reproduce) }));
  return { ...report, reproduce: asTyped(report.reproduce), failures };
}

const exitOfVerdict: Record<Verdict, ExitCode> = {
  PASS: exitCode.pass,
  FAIL: exitCode.fail,
  BROKEN: exitCode.broken,
  INCONCLUSIVE: exitCode.inconclusive,
};

/** The failure with its case in a file, and the command that plays that. Where no file can be written it stays as it was. */
function withSavedCase(failure: Failure): Failure {
  if (failure.case === undefined) return failure;
  const name = `${digestCase(failure.case)}.json`;
  const file = saveBelow(FAILURES, name, printEntry(provenance(failure, relocated(failure.case))));
  return file === undefined ? failure : { ...failure, file, reproduce: `lockstep replay ${file}` };
}

/** What it shows, for whoever finds the file later. */
function provenance({ oracle, divergence }: Failure, found: Case): CorpusEntry {
  const [shows = ''] = divergence.split('\n');
  return { name: `${oracle} is broken`, shows, oracle, case: found };
}

/** A case names its workflow's file relative to where the case lies. */
function relocated(found: Case): Case {
  if (found.workflow === undefined) return found;
  return { ...found, workflow: { ...found.workflow, file: portable(found.workflow.file, FAILURES) } };
}
