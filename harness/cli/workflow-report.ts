import { relative } from 'node:path';
import { authorText, type Location } from '../../runtime/index.ts';
import { excerpt } from '../report/excerpt.ts';
import { counted } from '../report/number-text.ts';
import type { Coverage, Failure, Part, PromiseTally } from '../report/report.ts';
import {
  expectationOf,
  type FindingKind,
  fileOfProject,
  invariantNames,
  type ScriptCoverage,
  type Workflow,
  type WorkflowFailure,
} from '../workflow/index.ts';
import type { FuzzedWorkflow } from './job.ts';

/** What fuzzing workflows found, in the words of a report. */
export interface WorkflowsReport {
  parts: Part[];
  promises: PromiseTally[];
  failures: Failure[];
}

export function workflowsReport(fuzzed: readonly FuzzedWorkflow[]): WorkflowsReport {
  return {
    parts: fuzzed.map(part),
    promises: tallies(fuzzed),
    failures: fuzzed.flatMap(({ result }) => result.failures.map((failure) => reported(failure, result))),
  };
}

function part({ result, unfit = [] }: FuzzedWorkflow): Part {
  const { completed, failed, paused, other } = result.ends;
  const ends = [`${completed} completed`, `${failed} ended by an exception`, `${paused} left waiting`];
  const idle = Object.entries(result.executions).filter(([, executions]) => executions === 0);
  return {
    kind: 'workflow',
    name: result.workflow,
    about: `a workflow: ${[...ends, ...(other > 0 ? [`${other} aborted`] : [])].join(', ')}`,
    cases: result.cases,
    failed: result.failures.reduce((sum, { occurrences }) => sum + occurrences, 0),
    notes: [
      ...(idle.length > 0 && result.cases > 0
        ? [`never executed, so not tested: ${idle.map(([name]) => name).join(', ')}`]
        : []),
      // Sorted: which thread saw which first must not show.
      ...Object.entries(result.notes)
        .map(([note, cases]) => `${note} (${counted(cases, 'case')})`)
        .sort(),
      ...unfit.map(({ file, reason }) => `the kept case ${file} was left alone: ${reason}`),
    ],
    ...(result.coverage && { coverage: coverageOf(result.coverage, result.file) }),
  };
}

/** Files as one would type them. */
function coverageOf({ branches, functions, unreached }: ScriptCoverage, declaredIn: string): Coverage {
  return {
    branches,
    functions,
    unreached: unreached.map((place) => ({ ...place, location: typed(place.location, declaredIn) })),
  };
}

function typed(location: Location, declaredIn: string): Location {
  return { ...location, file: relative('', fileOfProject(declaredIn, location.file)) };
}

const kinds: readonly FindingKind[] = [
  'exception',
  'invalid-input',
  'stuck',
  'limit',
  'dropped-promise',
  'double-effect',
  'model',
  'unrepeatable',
  'divergence',
  'engine',
];

/** What is promised of any workflow, and what the author promises of this one. */
export function workflowPromises(workflow: Workflow): { oracle: string; promise: string }[] {
  return [...kinds.map(promiseOf), ...invariantNames(workflow).map(promiseOfInvariant)];
}

function promiseOf(kind: FindingKind): { oracle: string; promise: string } {
  return { oracle: kind, promise: expectationOf({ kind, name: '' }) };
}

function promiseOfInvariant(name: string): { oracle: string; promise: string } {
  const finding = { kind: 'invariant', name } as const;
  return { oracle: oracleOf(finding), promise: expectationOf(finding) };
}

/** The name under which a finding is counted. */
export function oracleOf({ kind, name }: Pick<WorkflowFailure, 'kind' | 'name'>): string {
  return kind === 'invariant' ? `invariant: ${name}` : kind;
}

/** General promises are counted over all workflows together, so that four workflows do not say everything four times. */
function tallies(fuzzed: readonly FuzzedWorkflow[]): PromiseTally[] {
  if (fuzzed.length === 0) return [];
  const general = kinds.map((kind) => tally('workflows', promiseOf(kind), fuzzed));
  const own = fuzzed.flatMap((one) =>
    one.invariants.map((name) => tally(one.result.workflow, promiseOfInvariant(name), [one])),
  );
  return [...general, ...own];
}

function tally(
  of: string,
  promise: { oracle: string; promise: string },
  among: readonly FuzzedWorkflow[],
): PromiseTally {
  const broken = among.flatMap(({ result }) => result.failures.filter((each) => oracleOf(each) === promise.oracle));
  return {
    of,
    ...promise,
    judged: among.reduce((sum, { result }) => sum + result.cases, 0),
    failed: broken.reduce((sum, { occurrences }) => sum + occurrences, 0),
  };
}

function reported(failure: WorkflowFailure, { workflow, file }: FuzzedWorkflow['result']): Failure {
  const { kind, name, message, location, timeline, occurrences } = failure;
  return {
    part: workflow,
    oracle: oracleOf(failure),
    promise: expectationOf({ kind, name }),
    kind,
    divergence: message,
    occurrences,
    case: failure.case,
    timeline: timeline.split('\n'),
    reproduce: '',
    ...(location && placed(location, file, failure)),
  };
}

/** Where it is as one would type it, and the line, found under the name that it has in the project. */
function placed(location: Location, declaredIn: string, { case: found }: WorkflowFailure): Partial<Failure> {
  return { location: typed(location, declaredIn), excerpt: excerpt(authorText(found.script, location.file), location) };
}
