import type { BenchReport, FigureEstimate, RecordedRun } from '../../benches/index.ts';
import type { Json, Run } from '../../runtime/index.ts';
import type { Case } from '../case/index.ts';
import type { ChangeFindings } from '../change/index.ts';
import type { CaseVerdict, ReplayReport } from '../report/replay-text.ts';
import type { Timeline, VerdictFacts } from '../timeline/index.ts';
import type {
  CountedScript,
  FuzzResult,
  LatencyBudgets,
  NextRound,
  RoundReport,
  SameFindings,
  Unfit,
  WorkflowFailure,
} from '../workflow/index.ts';
import type { ExitCode } from './exit.ts';
import type { Origin } from './run-file.ts';

/** What a command asks of the thread that hosts its guests. Plain data: it crosses by structured clone. */
export type Job =
  | RunJob
  | ResumeJob
  | ReplayRunJob
  | ReplayCaseJob
  | FuzzJob
  | MinimiseFindingsJob
  | TimelinesJob
  | CheckChangeJob
  | BenchJob
  | LatencyJob;

export interface RunJob {
  type: 'run';
  /** The file that declares a workflow; or a script, which has no actions, with its text. */
  subject: { workflow: string } | { script: string; source: string };
  input?: Json;
  data?: Json;
  /** Where it is written down while it happens. */
  journal?: string;
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
  /** The journal that the run is in, and goes on being written to. */
  journal?: string;
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

/** One thread's part in examining the cases of workflows, one after the other. Which cases, it is told round by round. */
export interface FuzzJob {
  type: 'fuzz';
  files: string[];
  /** The first of them that there is still something to do for. */
  firstFile: number;
  seed: number;
  /** For each file. */
  budgetMs?: number;
  /** A workflow that says how long to fuzz it is fuzzed for so long instead. */
  ownBudgets?: boolean;
  /** Not to be guided: every case is invented for itself. */
  blind?: boolean;
  /** The part of the cases that is examined here, where they are split over machines; from 0. */
  shard: { index: number; count: number };
}

/** What a thread asks whoever started its job. */
export type Question = RoundQuestion | MinimisedNotice;

/** What it did in a round of one workflow; the answer is the next one. */
export interface RoundQuestion {
  type: 'round';
  /** Index of the workflow's file. */
  workflow: number;
  report: RoundReport;
  facts: WorkflowFacts;
}

/** What is known of a workflow when it is loaded. */
export interface WorkflowFacts {
  /** Names of the author's invariants. */
  invariants: string[];
  /** How long to fuzz it. Absent: as many cases as the command says. */
  budgetMs?: number;
  /** A case without anything set. */
  frame: Case;
  /** Files among the kept cases that are none. */
  unreadable: readonly Unfit[];
  /** How many cases people keep of it. They come first. */
  byHand: number;
  counted: CountedScript;
}

/** A finding has been made small; nothing is answered. */
export interface MinimisedNotice {
  type: 'minimised';
  failure: WorkflowFailure;
}

export interface Answers {
  round: NextRound;
  minimised: null;
}

/** One thread's part in making small what was found: it tells of each when it is done. */
export interface MinimiseFindingsJob {
  type: 'minimise-findings';
  findings: FoundInWorkflow[];
}

/** Something wrong with a workflow: `rank` counts from 0 what is wrong with it. */
export interface FoundInWorkflow {
  file: string;
  rank: number;
  same: SameFindings;
}

/** Tells what happened in runs and cases, for pages. */
export interface TimelinesJob {
  type: 'timelines';
  subjects: TimelineSubject[];
}

export type TimelineSubject = { run: Run; verdict?: VerdictFacts } | TimelineCase;

export interface TimelineCase {
  case: Case;
  /** The file that declares its workflow, if it has one. */
  workflow?: string;
  /** The one that is broken. */
  oracle?: string;
  verdict?: VerdictFacts;
}

export interface FuzzedWorkflow {
  result: FuzzResult;
  counted: CountedScript;
  /** Names of the author's invariants. */
  invariants: string[];
  /** The threads that were ended for want of memory, a sentence each, with what is lost by that. */
  outOfMemory?: string[];
  /** Files with kept cases that could not be used. */
  unfit?: readonly Unfit[];
}

/** Which runs in flight break when a script takes another one's place. */
export interface CheckChangeJob {
  type: 'check-change';
  /** As the command names them: declarations, scripts, or scripts in a git revision. */
  old: string;
  new: string;
  /** Files and folders with recorded runs. Default: the folder that the config names. */
  logs?: string[];
  cases: number;
  seed: number;
  /** Runs count as well that are cut off after their last pause. */
  anyTurn: boolean;
}

export interface BenchJob {
  type: 'bench';
  /** What is to be measured; without any, the product. */
  runs: readonly RecordedRun[];
}

/** One attempt at the figures that have a budget. */
export interface LatencyJob {
  type: 'latency';
  budgets: LatencyBudgets;
  /** Runs of the user's that budgets name. */
  runs: readonly RecordedRun[];
  /** Milliseconds of wall time. */
  budgetMs: number;
}

/** What the process says that measures them. */
export type LatencyMessage =
  | { type: 'done'; result: FigureEstimate[] }
  | { type: 'failed'; exit: ExitCode; message: string };

export interface JobResults {
  run: Run;
  resume: Run;
  'replay-run': ReplayReport;
  'replay-case': CaseVerdict;
  fuzz: null;
  'minimise-findings': null;
  timelines: (Timeline | null)[];
  'check-change': ChangeFindings;
  bench: BenchReport;
  latency: FigureEstimate[];
}

/** What the thread gives a job to work with. */
export interface JobContext {
  /** Fires at Ctrl-C, when the thread next comes round to its events. */
  readonly signal: AbortSignal;
  note(text: string): void;
  progress(progress: Progress): void;
  /** Asks whoever started the job, and waits for the answer. */
  ask<Q extends Question>(question: Q): Promise<Answers[Q['type']]>;
}

/** How far a job is. */
export interface Progress {
  /** What is being done, as `fuzzing refund`. */
  doing: string;
  cases: number;
  failures: number;
}

export type JobMessage =
  | { type: 'note'; text: string }
  | { type: 'progress'; progress: Progress }
  | { type: 'question'; question: Question }
  | { type: 'done'; result: unknown }
  | { type: 'failed'; exit: ExitCode; message: string };

/** What the thread is told while it is at its job. It asks one thing at a time. */
export type ThreadMessage = { type: 'stop' } | { type: 'answer'; answer: unknown };
