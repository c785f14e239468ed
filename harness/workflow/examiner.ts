import { type ExaminedWorkflow, type NumberedFinding, sums, type Unfit } from './examined.ts';
import type { Finding } from './finding.ts';
import type { FuzzProgress } from './fuzz.ts';
import { type Candidate, guidedTrial, misfitOf, type Pool, reachedBy } from './guided/index.ts';
import { divergencesOf, findingsOf } from './judge.ts';
import { notesOf } from './notes.ts';
import { unrepeatable } from './repeatable.ts';
import { minimisedMax } from './smallest.ts';
import {
  type Bench,
  caseOf,
  countingBench,
  inventTrial,
  playCase,
  type Trial,
  type VariedCase,
  variedOf,
} from './trial.ts';

/** One case in so many is played twice, to see whether the author's model is repeatable. */
const repeatOneIn = 8;

export interface ExaminerOptions {
  /** What is known; it is not changed here. */
  readonly pool: Pool;
  readonly seed: number;
  readonly guided: boolean;
  /** Cases of earlier campaigns that come first. */
  readonly kept: readonly KeptCase[];
}

/** A case that an earlier campaign left, because it reached something. */
export interface KeptCase {
  /** What it is called in what is said of it. */
  readonly file: string;
  readonly case: VariedCase;
}

/** Plays cases of one workflow, judges them and counts, until it is asked for a report. */
export class Examiner {
  /** Counts what cases reach. */
  readonly #bench: Bench;
  /** Plays the script as it is: what is found has to show there. */
  readonly #plain: Bench;
  readonly #options: ExaminerOptions;
  /** By kind and name, how many of a finding's cases were handed on. */
  readonly #shown = new Map<string, number>();
  readonly #reached = new Set<number>();
  #cases = 0;
  #part: Part;

  constructor(bench: Bench, options: ExaminerOptions) {
    this.#plain = bench;
    this.#bench = countingBench(bench);
    this.#options = options;
    this.#part = emptyPart(bench);
  }

  get progress(): FuzzProgress {
    const { size: failures } = this.#shown;
    return { workflow: this.#bench.workflow.name, cases: this.#cases, failures, reached: this.#reached.size };
  }

  /** What came of the cases since the last report. */
  takeReport(): { examined: ExaminedWorkflow; candidates: readonly Candidate[] } {
    const { candidates, ...counts } = this.#part;
    const { name, file } = this.#bench.workflow;
    this.#part = emptyPart(this.#bench);
    return { examined: { workflow: name, file, seed: this.#options.seed, isComplete: true, ...counts }, candidates };
  }

  examine(number: number): void {
    const { guided } = this.#options;
    const trial = this.#keptTrial(number) ?? this.#newTrial(number);
    this.#cases += 1;
    count(this.#bench, this.#part, trial);
    for (const [place, hits] of trial.hits?.entries() ?? []) if (hits > 0) this.#reached.add(place);
    for (const finding of this.#findingsIn(trial, number)) this.#note(trial, number, finding);
    if (guided) this.#offer(trial, number);
  }

  /** The kept cases have the first numbers. One that does not fit any more is said, and its number goes to another. */
  #keptTrial(number: number): Trial | undefined {
    const kept = this.#options.kept[number];
    if (kept === undefined) return undefined;
    const trial = playCase(this.#bench, caseOf(this.#bench, kept.case));
    const misfit = misfitOf(this.#bench, trial);
    if (misfit === undefined) return trial;
    this.#part.unfit.push({ file: kept.file, reason: misfit });
    return undefined;
  }

  #newTrial(number: number): Trial {
    const { seed, pool, guided } = this.#options;
    return guided ? guidedTrial(this.#bench, pool, seed, number) : inventTrial(this.#bench, seed, number);
  }

  #findingsIn(trial: Trial, number: number): Finding[] {
    const findings = findingsOf(this.#bench, trial);
    const asked = findings.length > 0 || number % repeatOneIn === 0;
    const blame = asked && trial.mistake === undefined ? this.#unrepeatable(trial) : undefined;
    return blame === undefined ? [...findings, ...divergencesOf(this.#bench, trial)] : [blame];
  }

  /** A script that does the same whenever it is plain, and something else with counters in it, is a fault of ours. */
  #unrepeatable(trial: Trial): Finding | undefined {
    const blame = unrepeatable(this.#plain, trial);
    if (blame === undefined || trial.hits === undefined) return blame;
    const message = `This is a fault of the fuzzer, not of the workflow: counting what the script reaches changed what it does. ${blame.message}`;
    const own = unrepeatable(this.#plain, playCase(this.#plain, trial.case));
    return own ?? { kind: 'divergence', name: 'counters', message };
  }

  /** The first cases of each finding are handed on with it, for one of them to be made small. */
  #note(trial: Trial, number: number, finding: Finding): void {
    const key = `${finding.kind}\n${finding.name}`;
    const shown = this.#shown.get(key) ?? 0;
    this.#shown.set(key, shown + 1);
    this.#part.findings.push({ number, finding, ...(shown < minimisedMax && { case: variedOf(trial.case) }) });
  }

  #offer(trial: Trial, number: number): void {
    if (trial.mistake !== undefined) return;
    const calls = [...trial.calls].map(([position, { name, input }]) => [position, { name, input }] as const);
    const candidate = { number, case: variedOf(trial.case), calls, reached: reachedBy(trial) };
    if (this.#options.pool.isNews(candidate)) this.#part.candidates.push(candidate);
  }
}

/** What a report is made of. */
interface Part {
  cases: number;
  readonly ends: { completed: number; failed: number; paused: number; other: number };
  readonly executions: Record<string, number>;
  readonly notes: Record<string, number>;
  readonly unfit: Unfit[];
  readonly findings: NumberedFinding[];
  readonly candidates: Candidate[];
  hits?: number[];
}

function emptyPart({ workflow }: Bench): Part {
  return {
    cases: 0,
    ends: { completed: 0, failed: 0, paused: 0, other: 0 },
    executions: Object.fromEntries(Object.keys(workflow.actions).map((name) => [name, 0])),
    notes: {},
    unfit: [],
    findings: [],
    candidates: [],
  };
}

function count({ workflow }: Bench, part: Part, trial: Trial): void {
  const { trace, hits } = trial;
  const status = trace.attempts.at(-1)?.run?.status;
  part.cases += 1;
  if (status === 'completed' || status === 'failed') part.ends[status] += 1;
  else part.ends[status === 'interrupted' ? 'paused' : 'other'] += 1;
  for (const { name } of trace.executions) part.executions[name] = (part.executions[name] ?? 0) + 1;
  for (const note of notesOf(workflow, trial)) part.notes[note] = (part.notes[note] ?? 0) + 1;
  if (hits !== undefined) part.hits = sums(part.hits, hits);
}
