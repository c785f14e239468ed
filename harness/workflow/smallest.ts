import { Budget } from './budget.ts';
import type { NumberedFinding } from './examined.ts';
import { failureOf, type WorkflowFailure } from './failure.ts';
import { type Finding, sameFinding } from './finding.ts';
import { divergencesOf, findingsOf } from './judge.ts';
import { type Minimised, minimise } from './minimise.ts';
import { minimiseLimit } from './minimise-limit.ts';
import { isSmaller, sizeOf } from './size.ts';
import { type Bench, caseOf, playCase, type Trial, type VariedCase } from './trial.ts';

/** The same thing wrong, in one or more cases. */
export interface SameFindings {
  /** As it was found first. */
  readonly finding: Finding;
  /** In how many cases. */
  readonly occurrences: number;
  /** The first of them, in the order of their numbers. */
  readonly cases: readonly VariedCase[];
}

/** So many different findings are made small; of the others the first case is given as it is: the workflow is broken. */
const differentMax = 12;
/** Of so many cases that show the same finding, the one that gets smallest is kept: each ends in a minimum of its own. */
export const minimisedMax = 3;
/** A net for one case, in milliseconds; the number of variants is bounded first. */
const minimiseMs = 60_000;

/** Findings by what they find, in the order of the cases that showed them first. `findings` are in the order of cases. */
export function groupFindings(findings: readonly NumberedFinding[]): SameFindings[] {
  const groups: { finding: Finding; numbers: Set<number>; cases: VariedCase[] }[] = [];
  for (const { number, finding, case: found } of findings) {
    const known = groups.find((group) => sameFinding(group.finding, finding));
    const group = known ?? { finding, numbers: new Set<number>(), cases: [] };
    if (known === undefined) groups.push(group);
    if (found !== undefined && !group.numbers.has(number) && group.cases.length < minimisedMax) group.cases.push(found);
    group.numbers.add(number);
  }
  return groups.map(({ finding, numbers, cases }) => ({ finding, occurrences: numbers.size, cases }));
}

/**
 * The smallest case that shows a finding, which is the `rank`-th of its workflow, counted from 0. What was found is looked
 * at again here, in the plain script.
 */
export function smallestFailure(
  bench: Bench,
  { finding, cases, occurrences }: SameFindings,
  { rank, signal }: { readonly rank: number; readonly signal?: AbortSignal | undefined },
): WorkflowFailure {
  const all = cases.slice(0, rank < differentMax ? minimisedMax : 1).map((found) => {
    const trial = playCase(bench, caseOf(bench, found));
    const shown = rank < differentMax ? shownAgain(bench, trial, finding) : undefined;
    const stopped = new Budget(undefined, undefined, signal).within(minimiseMs);
    if (shown === undefined) return { trial, finding };
    return minimiseLimit(bench, trial, shown, stopped) ?? minimise(bench, trial, shown, stopped);
  });
  return failureOf(bench, all.reduce(smaller), occurrences);
}

/**
 * What it looks like in this case. What does not repeat cannot be made small; nor can what depends on the machine: the smallest case in which a
 * host's stack ends is at the border, where it ends one time and not the next.
 */
function shownAgain(bench: Bench, trial: Trial, finding: Finding): Finding | undefined {
  if (finding.kind === 'unrepeatable' || finding.kind === 'engine') return undefined;
  const shown = finding.kind === 'divergence' ? divergencesOf(bench, trial) : findingsOf(bench, trial);
  return shown.find((one) => sameFinding(one, finding));
}

function smaller(a: Minimised, b: Minimised): Minimised {
  return isSmaller(sizeOf(b.trial), sizeOf(a.trial)) ? b : a;
}
