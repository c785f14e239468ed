import { type FigureEstimate, runNamedBy } from '../../benches/index.ts';
import type { Judgement, Verdict } from '../campaign/index.ts';
import { figure } from '../report/number-text.ts';
import type { Failure, LatencyAttempt, LatencyFigure, LatencyReport, PromiseTally } from '../report/report.ts';
import type { LatencyBudgets } from '../workflow/index.ts';
import { usageError } from './exit.ts';

/** What a gate found out about replay latency. */
export interface CheckedLatency {
  readonly judgement: Judgement;
  readonly report: LatencyReport;
}

/** One attempt at some figures, each time in a thread that has done nothing else. */
export type MeasureLatency = (budgets: LatencyBudgets, budgetMs: number) => Promise<readonly FigureEstimate[]>;

/** Milliseconds of wall time for both attempts together, and for the first. */
const wholeMs = 13_000;
const firstMs = 8_000;

/**
 * Holds every figure that has a budget against it. One that is not within its budget is measured again, alone with others of its
 * kind and in a fresh thread: FAIL if both attempts show it over its budget, PASS if the second shows it within, and else
 * INCONCLUSIVE.
 */
export async function checkLatency(budgets: LatencyBudgets, measure: MeasureLatency): Promise<CheckedLatency> {
  const from = performance.now();
  const first = await measure(budgets, firstMs);
  const again = budgetsOf(first.filter(({ standing }) => standing !== 'within'));
  const leftMs = wholeMs - (performance.now() - from);
  const second = Object.keys(again).length === 0 ? [] : await measure(again, leftMs);
  const figures = first.map((one) => judged([one, ...second.filter(({ name }) => name === one.name)]));
  return {
    judgement: judge(figures),
    report: { seconds: (performance.now() - from) / 1000, figures },
  };
}

/** What a gate says where it could not measure: that it cannot be trusted in this. */
export function unmeasured(why: string): CheckedLatency {
  const reasons = [`Replay latency could not be measured: ${why}`];
  return { judgement: { verdict: 'BROKEN', reasons }, report: { seconds: 0, figures: [] } };
}

function budgetsOf(figures: readonly FigureEstimate[]): LatencyBudgets {
  return Object.fromEntries(figures.map(({ name, atMost }) => [name, atMost]));
}

function judged(attempts: readonly FigureEstimate[]): LatencyFigure {
  const [{ name = '', what = '', atMost = Number.NaN } = {}] = attempts;
  return { name, what, atMost, verdict: verdictOf(attempts), attempts: attempts.map(attemptOf) };
}

function verdictOf(attempts: readonly FigureEstimate[]): LatencyFigure['verdict'] {
  if (attempts.at(-1)?.standing === 'within') return 'PASS';
  return attempts.length === 2 && attempts.every(({ standing }) => standing === 'over') ? 'FAIL' : 'INCONCLUSIVE';
}

function attemptOf({ value, interval, rounds }: FigureEstimate): LatencyAttempt {
  return { value, rounds, ...(interval && { interval: { low: interval.low, high: interval.high } }) };
}

function judge(figures: readonly LatencyFigure[]): Judgement {
  const of = (verdict: Verdict): string[] => figures.filter((one) => one.verdict === verdict).map(({ name }) => name);
  const [over, undecided] = [of('FAIL'), of('INCONCLUSIVE')];
  const reasons = [
    ...(over.length > 0 ? [`Over the latency budget, in two attempts: ${over.join('; ')}.`] : []),
    ...(undecided.length > 0 ? [`${undecidedText(undecided)}`] : []),
  ];
  return { verdict: over.length > 0 ? 'FAIL' : undecided.length > 0 ? 'INCONCLUSIVE' : 'PASS', reasons };
}

function undecidedText(names: readonly string[]): string {
  return (
    `The machine is too noisy, or too near to the budget, to decide on: ${names.join('; ')}. ` +
    'Run it again when nothing else is running.'
  );
}

/** Throws a usage error for budgets of figures that there are none of. */
export function checkBudgetNames(budgets: LatencyBudgets, known: readonly string[]): void {
  const unknown = Object.keys(budgets).filter((name) => !known.includes(name) && runNamedBy(name) === undefined);
  if (unknown.length === 0) return;
  throw usageError(
    `latency in lockstep.config.ts has a budget for ${unknown.map((name) => `"${name}"`).join(', ')}, and there is no such figure. ` +
      `There are:\n${[...known, ofRuns].map((name) => `  ${name}`).join('\n')}`,
  );
}

const ofRuns = 'replay of <run.json> / floor, for a run that `lockstep run --out` saved';

const promise = 'Replay stays within its latency budget.';

/** How many figures were decided on. */
export function latencyTally({ report: { figures } }: CheckedLatency): PromiseTally {
  const count = (verdicts: readonly Verdict[]): number =>
    figures.filter(({ verdict }) => verdicts.includes(verdict)).length;
  return { of: 'runtime', oracle: 'latency', promise, judged: count(['PASS', 'FAIL']), failed: count(['FAIL']) };
}

/** One for each figure that is over its budget. */
export function latencyFailures({ report: { figures } }: CheckedLatency): Failure[] {
  return figures
    .filter(({ verdict }) => verdict === 'FAIL')
    .map(({ name, what, atMost, attempts }) => ({
      part: 'replay latency',
      oracle: 'latency',
      promise,
      kind: name,
      divergence:
        `${name} is ${attempts.map(attemptText).join(', and in another process ')}; its budget is ${figure(atMost)}.\n` +
        `It is ${what}.\n` +
        'Find the change that made it slower, or raise the budget on purpose. lockstep bench shows what else became slower.',
      occurrences: 1,
      timeline: [],
      reproduce: 'lockstep gate --cases 1 --latency',
    }));
}

function attemptText({ value, interval, rounds }: LatencyAttempt): string {
  const range = interval === undefined ? '' : `, ${figure(interval.low)} to ${figure(interval.high)}`;
  return `${figure(value)} (${rounds} rounds${range})`;
}
