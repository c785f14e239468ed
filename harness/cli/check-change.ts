import { createHash } from 'node:crypto';
import type { ChangeBreak, ChangeFindings, ChangeReport } from '../change/index.ts';
import { changeText } from '../report/change-text.ts';
import { type ExitCode, exitCode } from './exit.ts';
import { saveBelow } from './files.ts';
import { progressHooks } from './hooks.ts';
import { Interruption } from './interruption.ts';
import type { CheckChangeJob } from './job.ts';
import { checkJson, jsonGoesToStdout, writeJson } from './json-option.ts';
import { chooseSeed } from './seed.ts';
import { asTyped, openTerminal } from './terminal.ts';
import { inThread } from './thread.ts';
import { packageVersion } from './version.ts';

export interface CheckChangeOptions {
  logs?: string[];
  cases?: number;
  seed?: number;
  anyTurn?: boolean;
  json?: string;
}

const casesDefault = 200;

/** Where the smallest run of each kind of break is put. */
const folder = '.lockstep/changes';

/** `lockstep check-change`: which runs that are in flight cannot go on under the new script. */
export async function runCheckChangeCommand(old: string, next: string, options: CheckChangeOptions): Promise<ExitCode> {
  checkJson(options.json);
  using interruption = new Interruption();
  const terminal = openTerminal({ dataOnStdout: jsonGoesToStdout(options.json) });
  const { cases = casesDefault, seed = chooseSeed(), logs, anyTurn = false } = options;
  const job: CheckChangeJob = { type: 'check-change', old, new: next, cases, seed, anyTurn, ...(logs && { logs }) };
  terminal.say(`lockstep check-change, seed ${seed}\n`);
  const findings = await inThread(job, progressHooks(terminal, interruption));
  const report = reportOf(job, findings);
  terminal.say(changeText(report, terminal.style, asTyped));
  writeJson(options.json, report, terminal);
  return report.verdict === 'PASS' ? exitCode.pass : exitCode.fail;
}

function reportOf(job: CheckChangeJob, findings: ChangeFindings): ChangeReport {
  const { old, new: next, seed, cases } = job;
  return {
    format: 'lockstep-change',
    version: 1,
    lockstep: packageVersion(),
    verdict: findings.breaks.some(({ decides }) => decides) ? 'FAIL' : 'PASS',
    old,
    new: next,
    seed,
    cases,
    reproduce: commandOf(job),
    ...findings,
    breaks: findings.breaks.map(saved),
  };
}

function commandOf({ old, new: next, logs = [], cases, seed, anyTurn }: CheckChangeJob): string {
  const recorded = logs.length === 0 ? '' : ` --logs ${logs.join(' ')}`;
  return `lockstep check-change ${old} ${next}${recorded} --cases ${cases} --seed ${seed}${anyTurn ? ' --any-turn' : ''}`;
}

/** A recorded run is in its file already. */
function saved(found: ChangeBreak): ChangeBreak {
  const { smallest } = found;
  if ('recorded' in smallest.from) return { ...found, smallest: { ...smallest, file: smallest.from.recorded } };
  const text = `${JSON.stringify(smallest.run, undefined, 2)}\n`;
  const name = createHash('sha256').update(text).digest('hex').slice(0, 12);
  const file = saveBelow(folder, `${name}.json`, text);
  return file === undefined ? found : { ...found, smallest: { ...smallest, file } };
}
