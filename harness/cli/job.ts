import type { Json, Run } from '../../runtime/index.ts';
import type { Case } from '../case/index.ts';
import type { BenchRow } from '../report/bench-text.ts';
import type { CaseVerdict, ReplayReport } from '../report/replay-text.ts';
import type { Report } from '../report/report.ts';
import type { ExitCode } from './exit.ts';
import type { Origin } from './run-file.ts';

/** What a command asks of the thread that hosts its guests. Plain data: it crosses by structured clone. */
export type Job = RunJob | ResumeJob | ReplayRunJob | ReplayCaseJob | FuzzJob | BenchJob;

export interface RunJob {
  type: 'run';
  path: string;
  /** `path` declares a workflow; else it is a script, which has no actions. */
  declared: boolean;
  input?: Json;
  data?: Json;
}

export type Reply = { answer: Json } | { reject: Json };

export interface ResumeJob {
  type: 'resume';
  run: Run;
  answers: Record<number, Reply>;
  /** Where its actions are declared, or the script that it was run from. */
  origin?: Origin;
  /** The run's source was replaced on purpose. */
  sourceGiven: boolean;
}

export interface ReplayRunJob {
  type: 'replay-run';
  run: Run;
}

export interface ReplayCaseJob {
  type: 'replay-case';
  case: Case;
  /** The declaration of the workflow that judges the case, if one does. */
  workflow?: string;
}

export interface FuzzJob {
  type: 'fuzz';
  files: string[];
  seed: number;
  budgetMs?: number;
  cases?: number;
}

export interface BenchJob {
  type: 'bench';
}

export interface JobResults {
  run: Run;
  resume: Run;
  'replay-run': ReplayReport;
  'replay-case': CaseVerdict;
  fuzz: Report;
  bench: BenchRow[];
}

/** What the thread gives a job to work with. */
export interface JobContext {
  /** Fires at Ctrl-C, when the thread next comes round to its events. */
  readonly signal: AbortSignal;
  /** The same, for work that does not come round: true from the moment of the Ctrl-C. */
  stopRequested(): boolean;
  note(text: string): void;
  progress(line: string): void;
}

export type JobMessage =
  | { type: 'note'; text: string }
  | { type: 'progress'; line: string }
  | { type: 'done'; result: unknown }
  | { type: 'failed'; exit: ExitCode; message: string };
