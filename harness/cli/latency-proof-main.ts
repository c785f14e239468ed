import process from 'node:process';
import { figure } from '../report/number-text.ts';
import type { LatencyBudgets } from '../workflow/index.ts';
import { exitCode } from './exit.ts';
import { type CheckedLatency, checkLatency } from './gate-latency.ts';
import { measureInProcess } from './in-process.ts';
import { findSlowdown, judgeTrials, type Trials, trialsText } from './latency-proof.ts';
import { findProject } from './project.ts';

/**
 * `npm run latency:proof [runs]`: shows what the gate's latency part is worth, in so many runs of each kind, twenty unless it is said
 * otherwise. It never fails a runtime that did not change, and always one in which a replayed call costs a fifth more. Takes up to
 * half a minute a run, and prints tables as Markdown.
 */
const runs = Number(process.argv[2] ?? 20);
if (!Number.isSafeInteger(runs) || runs < 1) {
  process.stderr.write(
    `The number of runs is "${process.argv[2]}"; give a whole number, as in: npm run latency:proof -- 5\n`,
  );
  process.exit(exitCode.usage);
}
process.exitCode = await prove();

async function prove(): Promise<number> {
  const { latency } = await findProject('');
  if (latency === undefined) throw new Error('lockstep.config.ts has no latency budgets.');
  const { turns, sequential, fanOut } = await findSlowdown();
  say(`A replayed call that is slowed down by ${turns} turns costs ${figure(sequential.value)} times as much`);
  say(
    `(${figure(sequential.interval.low)} to ${figure(sequential.interval.high)}), in a fan-out ${figure(fanOut.value)} times.\n`,
  );
  const slower = ['--import', new URL(`../plants/slowed-down.js?turns=${turns}`, import.meta.url).href];
  const trials: Trials[] = [
    { runtime: 'unchanged', checked: await tried('unchanged', latency, []) },
    { runtime: 'slowed down', checked: await tried('slowed down', latency, slower) },
  ];
  const shown = judgeTrials(trials);
  say(`${trialsText(trials)}\n\n${shown}`);
  return { shown: exitCode.pass, refuted: exitCode.fail, 'too noisy to say': exitCode.inconclusive }[shown];
}

async function tried(what: string, budgets: LatencyBudgets, nodeOptions: readonly string[]): Promise<CheckedLatency[]> {
  const checked: CheckedLatency[] = [];
  for (let run = 1; run <= runs; run++) {
    const one = await checkLatency(budgets, (some, budgetMs) =>
      measureInProcess(
        { type: 'latency', budgets: some, budgetMs, runs: [] },
        new AbortController().signal,
        nodeOptions,
      ),
    );
    checked.push(one);
    process.stderr.write(
      `${what}, run ${run} of ${runs}: ${one.judgement.verdict} ${one.judgement.reasons.join(' ')}\n`,
    );
  }
  return checked;
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
