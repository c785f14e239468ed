/**
 * `FAIL`: a promise broke. `INCONCLUSIVE`: too little was done to say either. `BROKEN`: the harness itself cannot be
 * trusted, so that neither a pass nor a failure would mean anything. Only `PASS` lets a release go on.
 */
export type Verdict = 'PASS' | 'FAIL' | 'INCONCLUSIVE' | 'BROKEN';

/** A verdict and why, a sentence each. `PASS` needs no reason. */
export interface Judgement {
  readonly verdict: Verdict;
  readonly reasons: readonly string[];
}

const byWeight: readonly Verdict[] = ['BROKEN', 'FAIL', 'INCONCLUSIVE'];

export const pass: Judgement = { verdict: 'PASS', reasons: [] };

/** The worst verdict, with the reasons of all. */
export function together(judgements: readonly Judgement[]): Judgement {
  const verdict = byWeight.find((one) => judgements.some((judgement) => judgement.verdict === one)) ?? 'PASS';
  return { verdict, reasons: judgements.flatMap(({ reasons }) => reasons) };
}
