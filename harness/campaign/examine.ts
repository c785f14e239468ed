import type { EngineLike } from '../../runtime/index.ts';
import type { Case } from '../case/index.ts';
import { likeOf } from '../minimise/index.ts';
import { type CaseReport, type Effort, runCase } from '../oracle/index.ts';
import { scheduleOf } from '../schedule/index.ts';
import { type CaseHash, fingerprintOf, hashCase, isFingerprinted } from './case-hash.ts';
import { mistakeText } from './mistake-text.ts';
import type { ScheduledCase } from './scheduled-cases.ts';
import { count, emptyTally } from './tally.ts';
import type { Examined } from './task.ts';

export interface Examination {
  readonly engine: EngineLike;
  readonly elsewhere?: EngineLike;
  readonly effort: Effort;
  /** A case, and who schedules it while it is run, where that is not the case itself. */
  caseOf(index: number): ScheduledCase;
  /** Called with the index of each case before it starts. */
  begin(index: number): void;
  /** Hash each of the cases, and not only those that count for the fingerprint. */
  readonly hashAll?: boolean;
}

/** Runs and judges cases one after the other. */
export function examine(indices: Iterable<number>, how: Examination): Examined {
  const tally = emptyTally();
  const failures: Examined['failures'][number][] = [];
  const mistakes: Examined['mistakes'][number][] = [];
  const hashes: CaseHash[] = [];
  let fingerprint = 0;
  for (const index of indices) {
    how.begin(index);
    try {
      const counts = isFingerprinted(index);
      const hashed = counts || how.hashAll === true;
      const { testCase, report } = judged(how, index, hashed);
      count(tally, report);
      const like = likeOf(report);
      if (like !== undefined)
        failures.push({ index, schedule: testCase.schedule, where: like.where, failures: report.failures });
      if (!hashed) continue;
      const hash = hashCase(index, testCase, report);
      if (how.hashAll === true) hashes.push(hash);
      if (counts) fingerprint = (fingerprint + fingerprintOf(hash)) >>> 0;
    } catch (error) {
      mistakes.push({ index, message: mistakeText(error) });
    }
  }
  return { tally, failures, mistakes, fingerprint, hashes };
}

/** The case, with its schedule, whoever decided that. */
function judged(
  { engine, elsewhere, effort, caseOf }: Examination,
  index: number,
  hashed: boolean,
): { testCase: Case; report: CaseReport } {
  const { case: made, scheduler } = caseOf(index);
  const report = runCase(made, {
    engine,
    effort,
    digests: hashed ? 'last' : 'never',
    ...(scheduler && { scheduler }),
    ...(elsewhere && { elsewhere }),
  });
  const schedule = scheduler === undefined ? made.schedule : scheduleOf(report.trace.decisions);
  return { testCase: { ...made, schedule }, report };
}
