import type { EngineLike } from '../../runtime/index.ts';
import type { Case } from '../case/index.ts';
import { type Effort, runCase } from '../oracle/index.ts';
import { mixSeeds, seedOfText } from '../schedule/index.ts';
import type { Trace } from '../world/index.ts';
import { count, emptyTally } from './tally.ts';
import type { Examined } from './task.ts';

/** One case in so many has all that was observed in it hashed into the fingerprint. */
const fingerprintOneIn = 4;

/** Runs and judges cases one after the other. `begin` is called with the index of each before it starts. */
export function examine(
  engine: EngineLike,
  indices: Iterable<number>,
  caseOf: (index: number) => Case,
  effort: Effort,
  begin: (index: number) => void,
  elsewhere?: EngineLike,
): Examined {
  const tally = emptyTally();
  const failures: Examined['failures'][number][] = [];
  const mistakes: Examined['mistakes'][number][] = [];
  let fingerprint = 0;
  for (const index of indices) {
    begin(index);
    try {
      const hashed = index % fingerprintOneIn === 0;
      const testCase = caseOf(index);
      const report = runCase(testCase, {
        engine,
        effort,
        digests: hashed ? 'last' : 'never',
        ...(elsewhere && { elsewhere }),
      });
      count(tally, report);
      if (report.failures.length > 0) failures.push({ index, schedule: testCase.schedule, failures: report.failures });
      if (hashed) fingerprint = (fingerprint + hashOf(index, report.trace)) >>> 0;
    } catch (error) {
      mistakes.push({ index, message: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    }
  }
  return { tally, failures, mistakes, fingerprint };
}

/** Everything that was observed, but for the host's stack traces. */
function hashOf(index: number, trace: Trace): number {
  const text = JSON.stringify(trace, (key, value: unknown) => (key === 'thrown' ? undefined : value));
  return mixSeeds(index, seedOfText(text));
}
