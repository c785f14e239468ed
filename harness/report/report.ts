import type { Case } from '../case/index.ts';

/**
 * What `lockstep gate` and `lockstep fuzz` found, as plain data: the text, JUnit, the annotations and `--json` are made
 * from it. SCHEMA.md beside this file is its description for readers of the JSON. Everything but `timing` is the same
 * for the same seed and the same number of cases.
 */
export interface Report {
  format: 'lockstep-report';
  version: 1;
  /** Version of the package that made it. */
  lockstep: string;
  command: 'gate' | 'fuzz';
  verdict: Verdict;
  /** Why the verdict is not PASS, one sentence each. Empty for PASS. */
  reasons: string[];
  /** What the campaign was made from: an unsigned 32-bit integer. */
  seed: number;
  /** Which part of a campaign that is split over machines this was; from 1 to `count`. */
  shard?: Shard;
  /** Command that runs the same campaign again. */
  reproduce: string;
  parts: Part[];
  /** Questions to the harness whose answers are known; of a gate only. */
  selfChecks?: SelfCheckRow[];
  /** Mistakes that were put into the product on purpose; of a gate in a checkout only. */
  plants?: PlantRow[];
  promises: PromiseTally[];
  failures: Failure[];
  /** The rare situations in which the generated cases of a gate must have been, and how many were; the names in their order. */
  states?: StateTally[];
  /** Made of all that was observed in a sample of the generated cases: eight hexadecimal digits. The same cases give the same. */
  fingerprint?: string;
  /** What the schedules of the generated cases were good for, by depth. Of a gate. */
  bounds?: ScheduleBound[];
  timing: Timing;
}

/** `BROKEN`: the harness itself cannot be trusted. `INCONCLUSIVE`: too little was done to say either. */
export type Verdict = 'PASS' | 'FAIL' | 'INCONCLUSIVE' | 'BROKEN';

export interface Shard {
  index: number;
  count: number;
}

/** One thing that was examined: the corpus, the golden logs, the generated cases, one workflow. */
export interface Part {
  kind: 'self-checks' | 'plants' | 'corpus' | 'golden' | 'generated' | 'workflow' | 'check';
  /** As `corpus`, `generated`, or the workflow's name. */
  name: string;
  /** What it is, in a sentence for somebody who has never seen this project. */
  about: string;
  cases: number;
  /** Cases that broke a promise, before they were grouped. */
  failed: number;
  /** Anything else that a reader should know, one sentence each. */
  notes: string[];
  /** Of a workflow: what of its script its cases reached. */
  coverage?: Coverage;
}

/** What cases reached of a script. */
export interface Coverage {
  branches: { reached: number; total: number };
  functions: { reached: number; total: number };
  /** What no case came to, in the order of the text; nothing that lies within another of them. */
  unreached: Unreached[];
}

export interface Unreached {
  /** As `catch`. */
  kind: string;
  /** The same in words. */
  what: string;
  location: { file: string; line: number; column: number };
  /** Behind its last character. */
  end: { line: number; column: number };
  /** The author's line where it begins. */
  text: string;
}

export interface SelfCheckRow {
  name: string;
  /** What it shows, in a sentence. */
  shows: string;
  /** What is otherwise than it must be, a sentence each. Empty: nothing. */
  problems: string[];
}

/** A mistake that was put into the product on purpose, and what became of it. */
export interface PlantRow {
  name: string;
  /** What it is in: a part of the runtime, as `guard`, or `harness`. */
  breaks: string;
  /** What goes wrong with it, in a sentence. */
  what: string;
  /** The oracle or the self-check that must catch it. */
  caughtBy: string;
  /** `stale`: the source has changed since it was written, or it could not be tried for another reason. */
  result: 'caught' | 'survived' | 'stale';
  /** How many generated cases were judged, the one that showed it included; 1 where it is for a self-check. */
  cases: number;
  /** What was seen: the kind of divergence, or the self-check's sentence. Of a stale one, why. */
  seen?: string;
}

/** A situation that a campaign must have been in before its PASS counts. */
export interface StateTally {
  name: string;
  /** Generated cases that were in it. */
  cases: number;
}

/** How often one promise was checked. */
export interface PromiseTally {
  /** Who promises: `runtime`, `workflows` (all of them), or the name of one workflow, whose author promises it. */
  of: string;
  /** The oracle's name, as `replay-equals-live`. */
  oracle: string;
  /** The promise in a sentence. */
  promise: string;
  judged: number;
  failed: number;
}

/**
 * What PCT promises of the cases that it scheduled: a bug that all of their scripts have, and that shows where `depth` orderings among their
 * calls are met, has shown with at least this probability: 1-(1-1/(n·k^(d-1)))^cases, with the largest n and k that were met.
 */
export interface ScheduleBound {
  /** d. */
  depth: number;
  /** n: concurrent calls; a call and those that follow from it one after the other count as one. */
  chains: number;
  /** k: settlements in a run. */
  steps: number;
  /** Those in which there was more than one call to choose from. */
  cases: number;
  probability: number;
}

/** One kind of failure: the smallest case that shows it, and how many others were like it. */
export interface Failure {
  /** Name of the part where it was found. */
  part: string;
  /** The oracle that caught it, or the kind of finding in a workflow, as `broken-invariant`. */
  oracle: string;
  /** The promise that does not hold, in a sentence. */
  promise: string;
  /** What differed first, in a word or two, as `value`: failures of one oracle and kind are one. */
  kind: string;
  /** What was expected, what was seen, and where: text of one or more lines. */
  divergence: string;
  /** Cases in this bucket, this one included. */
  occurrences: number;
  /** The minimised case. Absent for a recorded run, which is in `file`. */
  case?: Case;
  /** Time ended the search for a smaller one, and not the number of candidates: on another machine it may come out smaller. */
  isLate?: true;
  /** What happened in it, turn by turn, one line each. */
  timeline: string[];
  /** Where the case was saved; absent where it could not be. Or where the recorded run is. */
  file?: string;
  /** Command that reproduces this failure. */
  reproduce: string;
  /** Where in the author's source, if that can be told. */
  location?: { file: string; line: number; column: number };
  /** The line of `location` as the author wrote it, with a caret below the column. Lines. */
  excerpt?: readonly string[];
}

/** The only part that differs between two runs of one campaign. */
export interface Timing {
  seconds: number;
  threads: number;
  /** Generated cases, all oracles included, per second of one core. */
  casesPerSecondAndCore: number;
  /** By name of a plant: seconds from its start to its end. */
  plants?: Record<string, number>;
  /** New states of scripts per second: going on from snapshots of rare states, and running there from the top. Of a gate that did so. */
  forks?: { statesPerSecond: number; statesPerSecondFromTheTop: number; ratio: number };
  /** What replaying cost. Of a gate that held it against budgets. */
  latency?: LatencyReport;
}

/** Figures of replay latency, each held against its budget. */
export interface LatencyReport {
  /** Wall time of all attempts. */
  seconds: number;
  figures: LatencyFigure[];
}

export interface LatencyFigure {
  /** As `replay, sequential / floor`. */
  name: string;
  /** What is measured, against what, in a sentence. */
  what: string;
  /** The budget: a ratio, or an exponent. */
  atMost: number;
  /** `FAIL`: two attempts showed it over its budget. `INCONCLUSIVE`: the last did not decide. */
  verdict: 'PASS' | 'FAIL' | 'INCONCLUSIVE';
  /** One, and a second where the first did not show it within its budget. */
  attempts: LatencyAttempt[];
}

export interface LatencyAttempt {
  /** The median over the rounds. */
  value: number;
  /** Where the median lies, with a confidence of 98.75 %, so that all four looks at it are right with one of 95 %; absent where there were too few rounds. */
  interval?: { low: number; high: number };
  rounds: number;
}
