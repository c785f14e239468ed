import { readFileSync } from 'node:fs';
import { type Judgement, judgeStates, together } from '../campaign/index.ts';
import { mergeReports } from '../report/merge.ts';
import type { Report } from '../report/report.ts';
import { type CampaignOutputs, checkOutputs, deliverReport } from './campaign-output.ts';
import { type ExitCode, usageError } from './exit.ts';
import { jsonGoesToStdout } from './json-option.ts';
import { openTerminal } from './terminal.ts';
import { packageVersion } from './version.ts';

/**
 * `lockstep gate --merge`: adds up what the shards of one campaign wrote with `--json`, and gives the verdict on the
 * whole. A shard that is not there was not examined: that is BROKEN, and no pass of the others can hide it.
 */
export async function runMergeCommand(files: readonly string[], outputs: CampaignOutputs): Promise<ExitCode> {
  checkOutputs(outputs);
  const terminal = openTerminal({ dataOnStdout: jsonGoesToStdout(outputs.json) });
  const read = files.map(readReport);
  const reports = read.flatMap(({ report }) => report ?? []);
  const [first, ...others] = reports;
  if (first === undefined) throw usageError(noReports(read.flatMap(({ problem }) => problem ?? [])));
  const report = mergedReport(
    [first, ...others],
    read.flatMap(({ problem }) => problem ?? []),
  );
  return deliverReport(report, outputs, terminal);
}

function noReports(problems: readonly string[]): string {
  return `None of these files is the report of a shard. ${problems.join(' ')}\nThe right form: lockstep gate --merge shard-1.json shard-2.json, of files that lockstep gate --shard i/n --json wrote.`;
}

function readReport(file: string): { report?: Report; problem?: string } {
  try {
    const report = JSON.parse(readFileSync(file, 'utf8')) as Partial<Report> | null;
    const isOne = report?.format === 'lockstep-report' && report.version === 1 && report.command === 'gate';
    return isOne ? { report: report as Report } : { problem: `${file} is not the report of a gate.` };
  } catch (error) {
    return { problem: `${file} cannot be read: ${error instanceof Error ? error.message : String(error)}` };
  }
}

function mergedReport(reports: readonly [Report, ...Report[]], problems: readonly string[]): Report {
  const [first] = reports;
  const merged = mergeReports(reports);
  const generated = merged.parts.filter(({ kind }) => kind === 'generated');
  const [cases, failed] = [sumOf(generated, 'cases'), sumOf(generated, 'failed')];
  const states = Object.fromEntries((merged.states ?? []).map((state) => [state.name, state.cases]));
  const { verdict, reasons } = together([
    ...reports.map(ofShard),
    broken([...problems, ...unlike(first, reports), ...missing(first, reports)]),
    judgeStates({ cases, states }, failed),
  ]);
  const reproduce = `lockstep gate --seed ${first.seed} --cases ${Math.max(1, cases)}`;
  return { ...merged, lockstep: packageVersion(), verdict, reasons: [...reasons], reproduce };
}

function sumOf<K extends string>(items: readonly Record<K, number>[], field: K): number {
  return items.reduce((sum, item) => sum + item[field], 0);
}

function ofShard({ verdict, reasons, shard = { index: 1, count: 1 } }: Report): Judgement {
  return { verdict, reasons: reasons.map((reason) => `Shard ${shard.index}/${shard.count}: ${reason}`) };
}

/** Shards of another campaign say nothing about this one. */
function unlike(first: Report, reports: readonly Report[]): string[] {
  const campaign = ({ seed, lockstep, shard }: Report): string =>
    `seed ${seed}, ${shard?.count ?? 1} shards, version ${lockstep}`;
  const others = new Set(reports.map(campaign).filter((other) => other !== campaign(first)));
  return [...others].map((other) => `These are shards of different campaigns: ${campaign(first)}; ${other}.`);
}

function missing(first: Report, reports: readonly Report[]): string[] {
  const count = first.shard?.count ?? 1;
  const given = reports.map(({ shard }) => shard?.index ?? 1);
  const sentences = Array.from({ length: count }, (_, at) => at + 1).flatMap((index) => {
    const times = given.filter((one) => one === index).length;
    if (times === 0) return [`Shard ${index}/${count} is missing: its cases were not examined.`];
    return times > 1 ? [`Shard ${index}/${count} is there ${times} times.`] : [];
  });
  return sentences;
}

function broken(reasons: readonly string[]): Judgement {
  return { verdict: reasons.length > 0 ? 'BROKEN' : 'PASS', reasons };
}
