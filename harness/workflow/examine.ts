import { compileScript, Engine } from '../../runtime/index.ts';
import { Budget } from './budget.ts';
import type { Workflow } from './declaration.ts';
import type { Finding } from './finding.ts';
import type { FuzzOptions } from './fuzz.ts';
import { divergencesOf, findingsOf } from './judge.ts';
import { notesOf } from './notes.ts';
import { unrepeatable } from './repeatable.ts';
import { type Bench, inventTrial, openBench, type Trial } from './trial.ts';

/** Cases of a workflow in numbers. */
export interface WorkflowCounts {
  readonly workflow: string;
  /** Absolute path of the file that declares it. */
  readonly file: string;
  readonly seed: number;
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
  /** What is worth knowing and no fault, and in how many cases it was so. */
  readonly notes: Readonly<Record<string, number>>;
}

/** What came of a part of a workflow's cases. Plain data; parts add up to the whole, whoever examined which. */
export interface ExaminedWorkflow extends WorkflowCounts {
  /** Whether all were examined that were asked for. */
  readonly isComplete: boolean;
  readonly findings: readonly NumberedFinding[];
}

/** Something wrong, and in which case. */
export interface NumberedFinding {
  readonly number: number;
  readonly finding: Finding;
}

const casesDefault = 200;
/** One case in so many is played twice, to see whether the author's model is repeatable. */
const repeatOneIn = 8;

/** Throws as `fuzzWorkflow` does. */
export async function examineWorkflow(workflow: Workflow, options: FuzzOptions): Promise<ExaminedWorkflow> {
  return new Examination(await checkedBench(workflow, options), options).run();
}

/** All that it takes to play cases of a workflow whose script compiles and links. */
export async function checkedBench(workflow: Workflow, { engine }: Pick<FuzzOptions, 'engine'>): Promise<Bench> {
  const bench = await openBench(engine ?? (await Engine.load()), workflow);
  compileScript(bench.script, { actions: Object.keys(workflow.actions), file: bench.scriptFile });
  return bench;
}

class Examination {
  private readonly seed: number;
  private readonly budget: Budget;
  private readonly findings: NumberedFinding[] = [];
  private readonly different = new Set<string>();
  private readonly ends = { completed: 0, failed: 0, paused: 0, other: 0 };
  private readonly executions: Record<string, number>;
  private readonly notes: Record<string, number> = {};
  private done = 0;

  constructor(
    private readonly bench: Bench,
    private readonly options: FuzzOptions,
  ) {
    this.seed = options.seed ?? 0;
    const cases = options.cases ?? (options.budgetMs === undefined ? casesDefault : undefined);
    this.budget = new Budget(cases, options.budgetMs, options.signal);
    this.executions = Object.fromEntries(Object.keys(bench.workflow.actions).map((name) => [name, 0]));
  }

  async run(): Promise<ExaminedWorkflow> {
    const { index, count } = this.options.shard ?? { index: 0, count: 1 };
    for (let number = index; this.budget.hasRoom(number); number += count) {
      this.judge(inventTrial(this.bench, this.seed, number), number);
      this.done += 1;
      const { name } = this.bench.workflow;
      this.options.onProgress?.({ workflow: name, cases: this.done, failures: this.different.size });
      await this.budget.breathe();
    }
    return this.result();
  }

  private judge(trial: Trial, number: number): void {
    this.count(trial);
    for (const finding of this.findingsIn(trial, number)) {
      this.findings.push({ number, finding });
      this.different.add(`${finding.kind}\n${finding.name}`);
    }
  }

  private findingsIn(trial: Trial, number: number): Finding[] {
    const findings = findingsOf(this.bench, trial);
    const asked = findings.length > 0 || number % repeatOneIn === 0;
    const blame = asked && trial.mistake === undefined ? unrepeatable(this.bench, trial) : undefined;
    return blame === undefined ? [...findings, ...divergencesOf(this.bench, trial)] : [blame];
  }

  private count(trial: Trial): void {
    const { trace } = trial;
    const status = trace.attempts.at(-1)?.run?.status;
    if (status === 'completed' || status === 'failed') this.ends[status] += 1;
    else this.ends[status === 'interrupted' ? 'paused' : 'other'] += 1;
    for (const { name } of trace.executions) this.executions[name] = (this.executions[name] ?? 0) + 1;
    for (const note of notesOf(this.bench.workflow, trial)) this.notes[note] = (this.notes[note] ?? 0) + 1;
  }

  private result(): ExaminedWorkflow {
    const { name, file } = this.bench.workflow;
    const { seed, ends, executions, notes, findings } = this;
    const isComplete = this.isComplete();
    return { workflow: name, file, seed, cases: this.done, isComplete, ends, executions, notes, findings };
  }

  private isComplete(): boolean {
    if (this.options.signal?.aborted === true) return false;
    const { index, count } = this.options.shard ?? { index: 0, count: 1 };
    return this.options.cases === undefined || index + this.done * count >= this.options.cases;
  }
}

/** The parts of one workflow's cases together; at least one. */
export function allExamined([first, ...others]: readonly [ExaminedWorkflow, ...ExaminedWorkflow[]]): ExaminedWorkflow {
  const whole = others.reduce(bothExamined, first);
  return { ...whole, findings: whole.findings.toSorted((a, b) => a.number - b.number) };
}

function bothExamined(a: ExaminedWorkflow, b: ExaminedWorkflow): ExaminedWorkflow {
  return {
    ...a,
    cases: a.cases + b.cases,
    isComplete: a.isComplete && b.isComplete,
    ends: added(a.ends, b.ends),
    executions: added(a.executions, b.executions),
    notes: added({ ...zeros(b.notes), ...a.notes }, b.notes),
    findings: [...a.findings, ...b.findings],
  };
}

function zeros(counts: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.keys(counts).map((key) => [key, 0]));
}

function added<T extends Readonly<Record<string, number>>>(a: T, b: T): T {
  return Object.fromEntries(Object.entries(a).map(([key, count]) => [key, count + (b[key] ?? 0)])) as T;
}
