import type { Engine } from '../../runtime/index.ts';
import { type ScriptCoverage, summaryOf } from './counters/index.ts';
import type { Workflow } from './declaration.ts';
import { checkedBench, examineAlone } from './examine.ts';
import type { ExaminedWorkflow, WorkflowCounts } from './examined.ts';
import type { WorkflowFailure } from './failure.ts';
import { groupFindings, smallestFailure } from './smallest.ts';
import { type CountedScript, countedScript } from './trial.ts';

export interface FuzzOptions {
  /** Which cases are invented: a whole number. Default 0, so that a test says the same every time. */
  seed?: number;
  /** How many. Default 200, unless there is a time budget. */
  cases?: number;
  /** For how long, in milliseconds. Making small what was found comes on top. */
  budgetMs?: number;
  /** Whether cases are made from earlier ones that reached something new. `false`: each is invented for itself. Default `true`. */
  guided?: boolean;
  /** This part alone of the cases: those whose number modulo `count` is `index`. */
  shard?: { index: number; count: number };
  /** Default: one is loaded. */
  engine?: Engine;
  /** Ends the campaign early; what was found until then is given. */
  signal?: AbortSignal;
  onProgress?: (progress: FuzzProgress) => void;
}

export interface FuzzProgress {
  readonly workflow: string;
  readonly cases: number;
  readonly failures: number;
  /** How many places of the script the cases reached so far: functions, branches, loops, `catch` blocks. */
  readonly reached: number;
}

export interface FuzzResult extends WorkflowCounts {
  /** `INCONCLUSIVE`: ended before its last case, or before its first, without a failure. */
  readonly verdict: 'PASS' | 'FAIL' | 'INCONCLUSIVE';
  readonly failures: readonly WorkflowFailure[];
  /** What of the script was reached; absent before the first case. */
  readonly coverage?: ScriptCoverage;
}

/**
 * Fuzzes a workflow: invents inputs, answers, failures, pauses, orders and crashes, and looks for broken invariants,
 * unexpected exceptions, runs that are stuck, and broken promises of the runtime.
 *
 * Throws `MisuseError` where the declaration cannot be used, `LinkError` and `ScriptSyntaxError` where the script cannot.
 */
export async function fuzzWorkflow(workflow: Workflow, options: FuzzOptions = {}): Promise<FuzzResult> {
  const bench = await checkedBench(workflow, options);
  const examined = await examineAlone(bench, options);
  const failures = groupFindings(examined.findings).map((same, rank) =>
    smallestFailure(bench, same, { rank, signal: options.signal }),
  );
  return fuzzResult(examined, failures, countedScript(bench));
}

/** What is said in the end of a workflow, of which all findings have been made small. */
export function fuzzResult(
  examined: ExaminedWorkflow,
  failures: readonly WorkflowFailure[],
  { places, script }: CountedScript,
): FuzzResult {
  const { findings: _, unfit: __, isComplete, ...counts } = examined;
  const isDone = isComplete && examined.cases > 0;
  const verdict = failures.length > 0 ? 'FAIL' : isDone ? 'PASS' : 'INCONCLUSIVE';
  return { ...counts, verdict, failures, ...(counts.hits && { coverage: summaryOf(places, counts.hits, script) }) };
}
