import type { EngineLike } from '../../runtime/index.ts';
import type { Case } from '../case/index.ts';
import {
  drawFrom,
  mixSeeds,
  type PctCoverage,
  type PctScheduler,
  pct,
  recorded,
  recording,
  type Scheduler,
  scheduleOf,
} from '../schedule/index.ts';
import { runWorld } from '../world/index.ts';
import { caseAt } from './case-source.ts';

/** One generated case in so many is scheduled by PCT; the others keep the schedule that they were made with. */
const pctOneIn = 3;
/** The bugs that are looked for need one to so many orderings. */
const depthMax = 3;

const seedsOfSchedules = 0x9c7;

/** A case as it was made, and who is to schedule it. Nobody: its own schedule. */
export interface ScheduledCase {
  readonly case: Case;
  readonly scheduler?: Scheduler;
}

/** A scheduler that was handed out, and what it spreads its changes over. */
interface Planned {
  readonly depth: number;
  readonly stepsMax: number;
  readonly scheduler: PctScheduler;
}

/**
 * The cases of a campaign, with their schedules: PCT decides while a case is run to be judged, and what it decided becomes the
 * case's schedule. So a case is plain data, whoever scheduled it. Depends on the seed and the case's number alone.
 */
export class ScheduledCases {
  readonly #engine: EngineLike;
  readonly #seed: number;
  readonly #planned: Planned[] = [];

  constructor(engine: EngineLike, seed: number) {
    this.#engine = engine;
    this.#seed = seed;
  }

  /** What the bound needs to know of the cases that were handed out and run, by depth. */
  get coverage(): readonly PctCoverage[] {
    const coverage = noCoverage();
    for (const { depth, stepsMax, scheduler } of this.#planned) {
      const { chains, steps } = scheduler;
      if (steps > 0 && (depth === 1 || steps <= stepsMax))
        cover(coverage, { depth, cases: 1, chains, steps: depth === 1 ? steps : stepsMax });
    }
    return coverage;
  }

  /** A case to be run with its scheduler. Counts for the bound. */
  at(index: number): ScheduledCase {
    const made = caseAt(this.#seed, index);
    const planned = this.#planFor(made, index);
    if (planned === undefined) return { case: made };
    this.#planned.push(planned);
    return { case: made, scheduler: planned.scheduler };
  }

  /** The same case with its schedule, for which it is run. Does not count. */
  caseAt(index: number): Case {
    const made = caseAt(this.#seed, index);
    const planned = this.#planFor(made, index);
    return planned === undefined ? made : { ...made, schedule: scheduleOf(this.#run(made, planned.scheduler)) };
  }

  #planFor(made: Case, index: number): Planned | undefined {
    const draw = drawFrom(mixSeeds(this.#seed ^ seedsOfSchedules, index));
    if (draw(pctOneIn) !== 0) return undefined;
    const [depth, seed] = [1 + draw(depthMax), draw(2 ** 30)];
    const stepsMax = depth === 1 ? 1 : this.#settlementsIn(made);
    return stepsMax === 0 ? undefined : { depth, stepsMax, scheduler: pct({ seed, depth, stepsMax }) };
  }

  /** How often something settles, in the order in which it was asked for: hardly ever are there more decisions in another order. */
  #settlementsIn(made: Case): number {
    const scheduler = recording(recorded([]));
    this.#run(made, scheduler);
    return scheduler.counts.some((count) => count > 1) ? scheduler.counts.length : 0;
  }

  /** What it decides. */
  #run(made: Case, scheduler: Scheduler): readonly number[] {
    return runWorld(made, { engine: this.#engine, scheduler, digests: 'never' }).decisions;
  }
}

/** None yet, of each depth. */
export function noCoverage(): PctCoverage[] {
  return Array.from({ length: depthMax }, (_, i) => ({ depth: i + 1, cases: 0, chains: 0, steps: 0 }));
}

/** Takes other cases of the same depth in. */
export function cover(coverage: PctCoverage[], { depth, cases, chains, steps }: PctCoverage): void {
  const before = coverage[depth - 1];
  if (before === undefined) return;
  coverage[depth - 1] = {
    depth,
    cases: before.cases + cases,
    chains: Math.max(before.chains, chains),
    steps: Math.max(before.steps, steps),
  };
}
