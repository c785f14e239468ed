import type { Failure, Report } from '../../report.ts';

/** For tests: a report with so many failures. */
export function reportOf(failures: number): Report {
  return {
    format: 'lockstep-report',
    version: 1,
    lockstep: '1.2.3',
    command: 'fuzz',
    verdict: failures === 0 ? 'PASS' : 'FAIL',
    reasons: failures === 0 ? [] : [`Workflow refund is wrong in ${failures} ways.`],
    seed: 17,
    reproduce: 'lockstep fuzz refund.fuzz.ts --seed 17 --cases 400',
    parts: [
      {
        kind: 'workflow',
        name: 'refund',
        about: 'a workflow: 350 completed, 40 ended by an exception, 10 left waiting',
        cases: 400,
        failed: failures,
        notes: ['never executed, so not tested: notify'],
      },
    ],
    promises: [
      { of: 'workflows', oracle: 'stuck', promise: 'Whatever it waits for can be settled.', judged: 400, failed: 0 },
      { of: 'refund', oracle: 'invariant: told', promise: 'Invariant: told.', judged: 400, failed: failures },
    ],
    failures: Array.from({ length: failures }, (_, i) => failureOf(i + 1)),
    timing: { seconds: 12.3, threads: 2, casesPerSecondAndCore: 16 },
  };
}

function failureOf(number: number): Failure {
  return {
    part: 'refund',
    oracle: `invariant: who is paid is told, case ${number}`,
    promise: 'Invariant: who is paid is told.',
    kind: 'invariant',
    divergence: 'A-17 was paid 240 EUR, and nobody was told',
    occurrences: number,
    timeline: [],
    reproduce: `lockstep replay .lockstep/failures/${number}.json`,
  };
}
