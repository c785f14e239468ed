import { test } from 'vitest';
import { clipTimeline } from '../report/excerpt.ts';
import {
  type FuzzOptions,
  type FuzzResult,
  fileOfProject,
  fuzzWorkflow,
  type Workflow,
  type WorkflowFailure,
} from '../workflow/index.ts';
import { saveFailure } from './failure-file.ts';

/** Options of `fuzzWorkflow`, and how long the test may take in all, in milliseconds. */
export interface FuzzTestOptions extends FuzzOptions {
  timeout?: number;
}

/** What minimising may take on top of the campaign. */
const timeoutDefault = 120_000;

type Declare = (name: string, workflow: Workflow, options?: FuzzTestOptions) => void;

/** `fuzz`, and its variants as vitest's `test` has them. */
export interface Fuzz extends Declare {
  /** Of the tests of its file, only this one runs. */
  only: Declare;
  /** Does not run. */
  skip: Declare;
  /** Takes turns with the other concurrent tests of its file. */
  concurrent: Declare;
}

/**
 * Declares a vitest test that fuzzes a workflow. It fails with what is wrong, what happened line by line in the smallest
 * case that shows it, and the command that plays that case again. By default the same cases are tried each time
 * (seed 0); give a seed to try others.
 */
export const fuzz: Fuzz = Object.assign(declaring(test), {
  only: declaring(test.only),
  skip: declaring(test.skip),
  concurrent: declaring(test.concurrent),
});

function declaring(declare: typeof test | typeof test.only): Declare {
  return (name, workflow, options = {}) => {
    const { timeout = timeoutDefault + (options.budgetMs ?? 0), ...given } = options;
    declare(name, { timeout }, async ({ signal }) => {
      const result = await fuzzWorkflow(workflow, { signal, ...given });
      if (result.verdict !== 'PASS') throw failureOf(result, workflow);
    });
  };
}

/** Its stack leads to the script, not into this package. */
function failureOf(result: FuzzResult, workflow: Workflow): Error {
  const [first] = result.failures;
  const error = new Error(first === undefined ? inconclusive(result) : failureText(result, first));
  error.name = 'FuzzFailure';
  const { file, line, column } = first?.location ?? { file: undefined, line: 1, column: 1 };
  const path = file === undefined ? workflow.script : fileOfProject(workflow.script, file);
  error.stack = `${error.name}: ${error.message}\n    at ${path}:${line}:${column}`;
  return error;
}

function inconclusive({ workflow, cases }: FuzzResult): string {
  return `Workflow ${workflow} was fuzzed with ${cases} cases only; nothing can be said. Was the test cut short?`;
}

function failureText(result: FuzzResult, first: WorkflowFailure): string {
  const { workflow, cases, seed, failures } = result;
  const others = failures.slice(1).map(({ kind, name, occurrences }) => `  ${kind}: ${name} (${occurrences} cases)`);
  const file = saveFailure(first.case);
  return [
    `Workflow ${workflow}: ${first.kind}: ${first.name} (${first.occurrences} of ${cases} cases, seed ${seed})`,
    '',
    ...clipTimeline(first.timeline.split('\n')),
    ...(others.length > 0 ? ['', 'Also found:', ...others] : []),
    ...(file === undefined ? [] : ['', `See it again: npx lockstep replay ${file}`]),
  ].join('\n');
}
