import { Budget } from './budget.ts';
import type { NumberedFinding } from './examine.ts';
import { failureOf, type WorkflowFailure } from './failure.ts';
import { type Finding, sameFinding } from './finding.ts';
import { divergencesOf, findingsOf } from './judge.ts';
import { type Minimised, minimise } from './minimise.ts';
import { isSmaller, sizeOf } from './size.ts';
import { type Bench, inventTrial, type Trial } from './trial.ts';

/** The same thing wrong, in one or more cases. */
export interface SameFindings {
  /** As it was found first. */
  readonly finding: Finding;
  /** The cases that show it, in order. */
  readonly numbers: readonly [number, ...number[]];
}

/** So many different findings are made small; of the others the first case is given as it is: the workflow is broken. */
const differentMax = 12;
/** Of so many cases that show the same finding, the one that gets smallest is kept: each ends in a minimum of its own. */
const minimisedMax = 3;
/** A net for one case, in milliseconds; the number of variants is bounded first. */
const minimiseMs = 60_000;

/** Findings by what they find, in the order of the cases that showed them first. `findings` are in the order of cases. */
export function groupFindings(findings: readonly NumberedFinding[]): SameFindings[] {
  const groups: { finding: Finding; numbers: [number, ...number[]] }[] = [];
  for (const { number, finding } of findings) {
    const known = groups.find((group) => sameFinding(group.finding, finding));
    if (known === undefined) groups.push({ finding, numbers: [number] });
    else if (known.numbers.at(-1) !== number) known.numbers.push(number);
  }
  return groups;
}

/** The smallest case that shows a finding, which is the `rank`-th of its workflow, counted from 0. */
export function smallestFailure(
  bench: Bench,
  seed: number,
  { finding, numbers }: SameFindings,
  { rank, signal }: { readonly rank: number; readonly signal?: AbortSignal | undefined },
): WorkflowFailure {
  const tried = numbers.slice(0, rank < differentMax ? minimisedMax : 1);
  const all = tried.map((number) => {
    const trial = inventTrial(bench, seed, number);
    const shown = rank < differentMax ? shownAgain(bench, trial, finding) : undefined;
    const stopped = new Budget(undefined, undefined, signal).within(minimiseMs);
    return shown === undefined ? { trial, finding } : minimise(bench, trial, shown, stopped);
  });
  return failureOf(bench, all.reduce(smaller), numbers.length);
}

/** What it looks like in this case. What does not repeat cannot be made small. */
function shownAgain(bench: Bench, trial: Trial, finding: Finding): Finding | undefined {
  if (finding.kind === 'unrepeatable') return undefined;
  const shown = finding.kind === 'divergence' ? divergencesOf(bench, trial) : findingsOf(bench, trial);
  return shown.find((one) => sameFinding(one, finding));
}

function smaller(a: Minimised, b: Minimised): Minimised {
  return isSmaller(sizeOf(b.trial), sizeOf(a.trial)) ? b : a;
}
