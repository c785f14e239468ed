import { productFigures, type RecordedRun, runNamedBy, Stock } from '../../benches/index.ts';
import type { LatencyBudgets } from '../workflow/index.ts';
import { usageError } from './exit.ts';
import { explain } from './explain.ts';
import { type CheckedLatency, checkBudgetNames, checkLatency, unmeasured } from './gate-latency.ts';
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
 * a usage error for figures and runs that there are none of, whether they are to be held or not, and for a yardstick that is not installed.
 */
export async function latencyPlan(
  budgets: LatencyBudgets | undefined,
  asked: LatencyAsked,
): Promise<LatencyPlan | undefined> {
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
  if (!isAsked || (shard?.index ?? 1) > 1) return undefined;
  await checkYardsticks(budgets);
  return plan;
}

async function checkYardsticks(budgets: LatencyBudgets): Promise<void> {
  const [needy] = productFigures.filter(({ name, needsStock }) => needsStock && Object.hasOwn(budgets, name));
  if (needy === undefined || (await Stock.load()) !== undefined) return;
  throw usageError(
    `latency in lockstep.config.ts has a budget for "${needy.name}", which is measured against quickjs-emscripten, and that is not installed: npm i -D quickjs-emscripten@0.32.0`,
  );
}

const noBudgets =
  "--latency was given, and no budgets are: lockstep.config.ts names them, as latency: { 'replay, sequential / floor': 2.2 }.";

function runsNamedBy(budgets: LatencyBudgets): RecordedRun[] {
  return Object.keys(budgets)
    .flatMap((name) => runNamedBy(name) ?? [])
    .map((file) => ({ name: file, run: readRun(file).run }));
}

/** Nothing where nothing is to be held, or the gate was stopped. Never throws: what the campaign found must not be lost. */
export async function holdLatency(plan: LatencyPlan | undefined, hooks: JobHooks): Promise<CheckedLatency | undefined> {
  if (plan === undefined || hooks.signal.aborted) return undefined;
  try {
    return await checkLatency(plan.budgets, (budgets, budgetMs) => {
      hooks.onProgress({ doing: 'measuring replay latency', cases: 0, failures: 0 });
      return measureInProcess({ type: 'latency', budgets, budgetMs, runs: plan.runs }, hooks.signal);
    });
  } catch (error) {
    return hooks.signal.aborted ? undefined : unmeasured(explain(error).message);
  }
}
