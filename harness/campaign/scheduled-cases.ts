import type { EngineLike } from '../../runtime/index.ts';
import type { Case } from '../case/index.ts';
import { drawFrom, mixSeeds, type PctCoverage, pct, recorded, recording, scheduleOf } from '../schedule/index.ts';
import { runWorld } from '../world/index.ts';
import { caseAt } from './case-source.ts';

/** One generated case in so many is scheduled by PCT; the others keep the schedule that they were made with. */
const pctOneIn = 3;
/** The bugs that are looked for need one to so many orderings. */
const depthMax = 3;

const seedsOfSchedules = 0x9c7;

/**
 * The cases of a campaign, with their schedules: PCT decides in a run of its own, and what it decided becomes the case's schedule before it is
 * judged. So a case is plain data, whoever scheduled it. Depends on the seed and the case's number alone.
 */
export class ScheduledCases {
  readonly #engine: EngineLike;
  readonly #seed: number;
  readonly #coverage = noCoverage();

  constructor(engine: EngineLike, seed: number) {
    this.#engine = engine;
    this.#seed = seed;
  }

  /** What the bound needs to know of the cases so far, by depth. */
  get coverage(): readonly PctCoverage[] {
    return this.#coverage;
  }

  caseAt(index: number): Case {
    const made = caseAt(this.#seed, index);
    const draw = drawFrom(mixSeeds(this.#seed ^ seedsOfSchedules, index));
    return draw(pctOneIn) === 0 ? this.#scheduled(made, 1 + draw(depthMax), draw(2 ** 30)) : made;
  }

  #scheduled(made: Case, depth: number, seed: number): Case {
    const stepsMax = depth === 1 ? 1 : this.#settlementsIn(made);
    if (stepsMax === 0) return made;
    const scheduler = pct({ seed, depth, stepsMax });
    const { decisions } = this.#run(made, scheduler);
    const { chains, steps } = scheduler;
    if (steps > 0 && (depth === 1 || steps <= stepsMax))
      cover(this.#coverage, { depth, cases: 1, chains, steps: depth === 1 ? steps : stepsMax });
    return { ...made, schedule: scheduleOf(decisions) };
  }

  /** How often something settles, in the order in which it was asked for: hardly ever are there more decisions in another order. */
  #settlementsIn(made: Case): number {
    const scheduler = recording(recorded([]));
    this.#run(made, scheduler);
    return scheduler.counts.some((count) => count > 1) ? scheduler.counts.length : 0;
  }

  #run(made: Case, scheduler: Parameters<typeof runWorld>[1]['scheduler'] & object): ReturnType<typeof runWorld> {
    return runWorld(made, { engine: this.#engine, scheduler, digests: 'never' });
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
