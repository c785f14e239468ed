import { productFigures, type RecordedRun, runNamedBy } from '../../benches/index.ts';
import type { LatencyBudgets } from '../workflow/index.ts';
import { usageError } from './exit.ts';
import { type CheckedLatency, checkBudgetNames, checkLatency } from './gate-latency.ts';
import { measureInProcess } from './in-process.ts';
import { readRun } from './run-file.ts';
import type { JobHooks } from './thread.ts';

/** What a gate is to hold replay latency against. */
export interface LatencyPlan {
  readonly budgets: LatencyBudgets;
  /** Runs that budgets name. */
  readonly runs: readonly RecordedRun[];
}

export interface LatencyAsked {
  readonly cases?: number;
  readonly shard?: { readonly index: number };
  readonly latency?: boolean;
}

/**
 * What is to be held: by a gate that takes its time, or by any that is asked to; of a campaign that is split, by its first part. Throws
 * a usage error for figures and runs that there are none of, whether they are to be held or not.
 */
export function latencyPlan(budgets: LatencyBudgets | undefined, asked: LatencyAsked): LatencyPlan | undefined {
  const { cases, shard, latency: isAsked = cases === undefined } = asked;
  if (budgets === undefined) {
    if (isAsked && cases !== undefined) throw usageError(noBudgets);
    return undefined;
  }
  checkBudgetNames(
    budgets,
    productFigures.map(({ name }) => name),
  );
  const plan = { budgets, runs: runsNamedBy(budgets) };
  return isAsked && (shard?.index ?? 1) === 1 ? plan : undefined;
}

const noBudgets =
  "--latency was given, and no budgets are: lockstep.config.ts names them, as latency: { 'replay, sequential / floor': 2.2 }.";

function runsNamedBy(budgets: LatencyBudgets): RecordedRun[] {
  return Object.keys(budgets)
    .flatMap((name) => runNamedBy(name) ?? [])
    .map((file) => ({ name: file, run: readRun(file).run }));
}

/** Nothing where nothing is to be held, or the gate was stopped. */
export function holdLatency(plan: LatencyPlan | undefined, hooks: JobHooks): Promise<CheckedLatency | undefined> {
  if (plan === undefined || hooks.signal.aborted) return Promise.resolve(undefined);
  return checkLatency(plan.budgets, (budgets, budgetMs) => {
    hooks.onProgress({ doing: 'measuring replay latency', cases: 0, failures: 0 });
    return measureInProcess({ type: 'latency', budgets, budgetMs, runs: plan.runs }, hooks.signal);
  });
}
