/**
 * `FAIL`: a promise broke. `INCONCLUSIVE`: too little was done to say either. `BROKEN`: the harness itself cannot be
 * trusted, so that a pass would mean nothing. Only `PASS` lets a release go on.
 *
 * A promise that broke weighs most: its counterexample stands for itself, and a runtime that lets the host through is
 * a reason why campaigns do not repeat either.
 */
export type Verdict = 'PASS' | 'FAIL' | 'INCONCLUSIVE' | 'BROKEN';

/** A verdict and why, a sentence each. `PASS` needs no reason. */
export interface Judgement {
  readonly verdict: Verdict;
  readonly reasons: readonly string[];
}

const byWeight: readonly Verdict[] = ['FAIL', 'BROKEN', 'INCONCLUSIVE'];

export const pass: Judgement = { verdict: 'PASS', reasons: [] };

/** The worst verdict, with the reasons of all. */
export function together(judgements: readonly Judgement[]): Judgement {
  const verdict = byWeight.find((one) => judgements.some((judgement) => judgement.verdict === one)) ?? 'PASS';
  return { verdict, reasons: judgements.flatMap(({ reasons }) => reasons) };
}
