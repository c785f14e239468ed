import type { Finding } from './finding.ts';
import type { VariedCase } from './trial.ts';

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
  /** What is worth knowing and no fault, and in how many cases it was so. By name. */
  readonly notes: Readonly<Record<string, number>>;
  /** How often each place of the script was reached, over all cases; absent where nobody counted. */
  readonly hits?: readonly number[];
}

/** What came of a part of a workflow's cases. Plain data; parts add up to the whole, whoever examined which. */
export interface ExaminedWorkflow extends WorkflowCounts {
  /** Whether all were examined that were asked for. */
  readonly isComplete: boolean;
  /** Kept cases that were left alone. */
  readonly unfit: readonly Unfit[];
  readonly findings: readonly NumberedFinding[];
}

/** A file with a kept case that cannot be used, and why. */
export interface Unfit {
  readonly file: string;
  readonly reason: string;
}

/** Something wrong, and in which case. */
export interface NumberedFinding {
  readonly number: number;
  readonly finding: Finding;
  /** The case itself, as it was played; absent where enough others show the same. */
  readonly case?: VariedCase;
}

/** The parts of one workflow's cases together; at least one. */
export function allExamined([first, ...others]: readonly [ExaminedWorkflow, ...ExaminedWorkflow[]]): ExaminedWorkflow {
  const whole = others.reduce(bothExamined, first);
  const notes = Object.entries(whole.notes).sort(([a], [b]) => (a < b ? -1 : 1));
  const findings = whole.findings.toSorted((a, b) => a.number - b.number);
  const unfit = whole.unfit.toSorted((a, b) => (a.file < b.file ? -1 : 1));
  return { ...whole, unfit, notes: Object.fromEntries(notes), findings };
}

function bothExamined(a: ExaminedWorkflow, b: ExaminedWorkflow): ExaminedWorkflow {
  return {
    ...a,
    cases: a.cases + b.cases,
    isComplete: a.isComplete && b.isComplete,
    ends: added(a.ends, b.ends),
    executions: added(a.executions, b.executions),
    notes: added({ ...zeros(b.notes), ...a.notes }, b.notes),
    unfit: [...a.unfit, ...b.unfit],
    findings: [...a.findings, ...b.findings],
    ...((a.hits ?? b.hits) && { hits: sums(a.hits, b.hits) }),
  };
}

/** Place by place. */
export function sums(a: ArrayLike<number> = [], b: ArrayLike<number> = []): number[] {
  return Array.from({ length: Math.max(a.length, b.length) }, (_, place) => (a[place] ?? 0) + (b[place] ?? 0));
}

function zeros(counts: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.keys(counts).map((key) => [key, 0]));
}

function added<T extends Readonly<Record<string, number>>>(a: T, b: T): T {
  return Object.fromEntries(Object.entries(a).map(([key, count]) => [key, count + (b[key] ?? 0)])) as T;
}
