import { defaultLimits, type EngineLike, type Limits } from '../../runtime/index.ts';
import type { Case } from '../case/index.ts';
import { onAnotherHost, runWorld, type Trace } from '../world/index.ts';

interface Bounds {
  readonly positions: number;
  readonly fuel: number;
}

/** Tried in turn until the original case is within. What is beyond the last has all that the world gives a case. */
const tries: readonly Bounds[] = [
  { positions: 64, fuel: defaultLimits.fuel / 2_000 },
  { positions: 512, fuel: defaultLimits.fuel / 100 },
];

/**
 * Tells which candidates are no longer runs than the original case: one run, without any comparison, of a script that may
 * not use much more than that did. A loop that has lost its end makes thousands of calls, and is judged by dozens of
 * executions with all their memories; and a smaller case has no use for it.
 */
export function withinBounds(
  original: Case,
  { engine, elsewhere = onAnotherHost(engine) }: { readonly engine: EngineLike; readonly elsewhere?: EngineLike },
): (candidate: Case) => boolean {
  const isWithin = (candidate: Case, bounds: Bounds): boolean => {
    const limits = tighter(candidate.limits, bounds);
    const trace = runWorld({ ...candidate, limits }, { engine, elsewhere, digests: 'never' });
    return trace.end !== 'invalid' && !hasMet(trace, limits, candidate.limits);
  };
  const bounds = tries.find((some) => isWithin(original, some));
  return (candidate) => bounds === undefined || isWithin(candidate, bounds);
}

function tighter(limits: Partial<Limits> = {}, bounds: Bounds): Partial<Limits> {
  return {
    ...limits,
    positions: Math.min(limits.positions ?? bounds.positions, bounds.positions),
    fuel: Math.min(limits.fuel ?? bounds.fuel, bounds.fuel),
  };
}

/** Whether a run ended at one of our limits, and not at one of the case's own. */
function hasMet({ attempts }: Trace, limits: Partial<Limits>, own: Partial<Limits> = {}): boolean {
  const run = attempts.at(-1)?.run;
  if (run?.status !== 'failed') return false;
  const limit = run.error.limit?.name;
  return (limit === 'positions' || limit === 'fuel') && limits[limit] !== own[limit];
}
