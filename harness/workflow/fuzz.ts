import { compileScript, Engine } from '../../runtime/index.ts';
import { Budget } from './budget.ts';
import type { Workflow } from './declaration.ts';
import { failureOf, type WorkflowFailure } from './failure.ts';
import { type Finding, sameFinding } from './finding.ts';
import { divergencesOf, findingsOf } from './judge.ts';
import { type Minimised, minimise } from './minimise.ts';
import { unrepeatable } from './repeatable.ts';
import { isSmaller, sizeOf } from './size.ts';
import { type Bench, inventTrial, openBench, type Trial } from './trial.ts';

export interface FuzzOptions {
  /** Which cases are invented: a whole number. Default 0, so that a test says the same every time. */
  seed?: number;
  /** How many. Default 200, unless there is a time budget. */
  cases?: number;
  /** For how long, in milliseconds. What is being minimised at its end is minimised all the same. */
  budgetMs?: number;
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
}

export interface FuzzResult {
  readonly workflow: string;
  /** Absolute path of the file that declares it. */
  readonly file: string;
  readonly seed: number;
  /** `INCONCLUSIVE`: ended before its last case, or before its first, without a failure. */
  readonly verdict: 'PASS' | 'FAIL' | 'INCONCLUSIVE';
  readonly cases: number;
  /** How the runs of the cases ended. */
  readonly ends: {
    readonly completed: number;
    readonly failed: number;
    readonly paused: number;
    readonly other: number;
  };
  /** How often each action was executed: one that never was has not been tested. */
  readonly executions: Readonly<Record<string, number>>;
  readonly failures: readonly WorkflowFailure[];
}

const casesDefault = 200;
/** Of that many different findings the first cases are made small; then the campaign ends: the workflow is broken. */
const failuresMax = 12;
/** Of so many cases that show the same finding, the one that gets smallest is kept: each ends in a minimum of its own. */
const minimisedMax = 3;
/** For one case. */
const minimiseMs = 10_000;
/** One case in so many is played twice, to see whether the author's model is repeatable. */
const repeatOneIn = 8;

/**
 * Fuzzes a workflow: invents inputs, answers, failures, pauses, orders and crashes, and looks for broken invariants,
 * unexpected exceptions, runs that are stuck, and broken promises of the runtime.
 *
 * Throws `MisuseError` where the declaration cannot be used, `LinkError` and `ScriptSyntaxError` where the script cannot.
 */
export async function fuzzWorkflow(workflow: Workflow, options: FuzzOptions = {}): Promise<FuzzResult> {
  const engine = options.engine ?? (await Engine.load());
  const bench = openBench(engine, workflow);
  compileScript(bench.script, { actions: Object.keys(workflow.actions), file: bench.scriptFile });
  return new Campaign(bench, options).run();
}

class Campaign {
  private readonly seed: number;
  private readonly budget: Budget;
  private readonly cases: number | undefined;
  private readonly found: { smallest: Minimised; occurrences: number }[] = [];
  private readonly ends = { completed: 0, failed: 0, paused: 0, other: 0 };
  private readonly executions: Record<string, number>;
  private done = 0;

  constructor(
    private readonly bench: Bench,
    private readonly options: FuzzOptions,
  ) {
    this.seed = options.seed ?? 0;
    this.cases = options.cases ?? (options.budgetMs === undefined ? casesDefault : undefined);
    this.budget = new Budget(this.cases, options.budgetMs, options.signal);
    this.executions = Object.fromEntries(Object.keys(bench.workflow.actions).map((name) => [name, 0]));
  }

  async run(): Promise<FuzzResult> {
    const { index, count } = this.options.shard ?? { index: 0, count: 1 };
    for (let number = index; this.budget.hasRoom(number) && this.found.length < failuresMax; number += count) {
      this.judge(inventTrial(this.bench, this.seed, number), number);
      this.done += 1;
      this.options.onProgress?.({ workflow: this.bench.workflow.name, cases: this.done, failures: this.found.length });
      await this.budget.breathe();
    }
    return this.result();
  }

  private judge(trial: Trial, number: number): void {
    this.count(trial);
    const findings = this.findings(trial, number);
    for (const finding of findings) this.note(trial, finding);
  }

  private findings(trial: Trial, number: number): Finding[] {
    const findings = findingsOf(this.bench, trial);
    const asked = findings.length > 0 || number % repeatOneIn === 0;
    const blame = asked && trial.mistake === undefined ? unrepeatable(this.bench, trial) : undefined;
    return blame === undefined ? [...findings, ...divergencesOf(this.bench, trial)] : [blame];
  }

  private note(trial: Trial, finding: Finding): void {
    const known = this.found.find((entry) => sameFinding(entry.smallest.finding, finding));
    if (known === undefined) {
      this.found.push({ smallest: this.minimised(trial, finding), occurrences: 1 });
      return;
    }
    known.occurrences += 1;
    if (known.occurrences > minimisedMax) return;
    const other = this.minimised(trial, finding);
    if (isSmaller(sizeOf(other.trial), sizeOf(known.smallest.trial))) known.smallest = other;
  }

  private minimised(trial: Trial, finding: Finding): Minimised {
    if (finding.kind === 'unrepeatable') return { trial, finding };
    return minimise(this.bench, trial, finding, this.budget.within(minimiseMs));
  }

  private count({ trace }: Trial): void {
    const status = trace.attempts.at(-1)?.run?.status;
    if (status === 'completed' || status === 'failed') this.ends[status] += 1;
    else this.ends[status === 'interrupted' ? 'paused' : 'other'] += 1;
    for (const { name } of trace.executions) this.executions[name] = (this.executions[name] ?? 0) + 1;
  }

  private result(): FuzzResult {
    const { name, file } = this.bench.workflow;
    const failures = this.found.map(({ smallest, occurrences }) => failureOf(this.bench, smallest, occurrences));
    return {
      workflow: name,
      file,
      seed: this.seed,
      verdict: failures.length > 0 ? 'FAIL' : this.isComplete() ? 'PASS' : 'INCONCLUSIVE',
      cases: this.done,
      ends: this.ends,
      executions: this.executions,
      failures,
    };
  }

  private isComplete(): boolean {
    if (this.options.signal?.aborted === true || this.done === 0) return false;
    const { index, count } = this.options.shard ?? { index: 0, count: 1 };
    return this.options.cases === undefined || index + this.done * count >= this.options.cases;
  }
}
