import type { Case } from '../case/index.ts';
import type { CaseReport } from '../oracle/index.ts';
import { mixSeeds, seedOfText } from '../schedule/index.ts';
import type { Trace } from '../world/index.ts';

/** What came of a case, as numbers: enough to see whether the same comes of it elsewhere, and where it first does not. */
export interface CaseHash {
  readonly index: number;
  /** Of the case, as the generator made it. */
  readonly made: number;
  /** Of everything that was observed in its world. */
  readonly seen: number;
  /** Of what the oracles said, and how many executions they took. */
  readonly judged: number;
}

/** One case in so many counts for a campaign's fingerprint. */
const fingerprintOneIn = 4;

/** Whether a case counts for the fingerprint. Numbers are mixed, so that no shard of a campaign goes without. */
export function isFingerprinted(index: number): boolean {
  return (mixSeeds(index, 0x5eed) >>> 0) % fingerprintOneIn === 0;
}

export function hashCase(index: number, testCase: Case, { trace, failures, executions }: CaseReport): CaseHash {
  return {
    index,
    made: seedOfText(JSON.stringify(testCase)),
    seen: seedOfText(traceText(trace)),
    judged: mixSeeds(executions, seedOfText(JSON.stringify(failures))),
  };
}

/** Everything that was observed, but for the host's stack traces. */
function traceText(trace: Trace): string {
  return JSON.stringify(trace, (key, value: unknown) => (key === 'thrown' ? undefined : value));
}

/** One number for the whole, to be added up in any order. */
export function fingerprintOf({ index, made, seen, judged }: CaseHash): number {
  return mixSeeds(index, mixSeeds(made, mixSeeds(seen, judged))) >>> 0;
}

/** The first case, by number, of which something else came the second time, in a sentence. Cases that one side lacks do not count. */
export function firstDifference(first: readonly CaseHash[], second: readonly CaseHash[]): string | undefined {
  const again = new Map(second.map((hash) => [hash.index, hash]));
  for (const one of [...first].sort((a, b) => a.index - b.index)) {
    const other = again.get(one.index);
    const difference = other && differenceOf(one, other);
    if (difference !== undefined) return `Case ${one.index} ${difference}`;
  }
  return undefined;
}

function differenceOf(first: CaseHash, second: CaseHash): string | undefined {
  if (first.made !== second.made) return 'was made up otherwise: the generator depends on more than seed and number.';
  if (first.seen !== second.seen) return 'left another trace: the runtime or the world depends on more than the case.';
  if (first.judged !== second.judged)
    return 'was judged otherwise: an oracle depends on more than the case and its trace.';
  return undefined;
}
