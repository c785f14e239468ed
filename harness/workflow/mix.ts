import type { Workflow } from './declaration.ts';
import type { Feature } from './features.ts';
import type { Dice } from './random.ts';

/**
 * How often things go wrong in one case, in per cent of the occasions. Each case turns whole kinds of trouble on or off
 * (swarm testing, Groce et al. 2012): a case in which everything fails now and then seldom gets anywhere.
 */
export interface Mix {
  readonly pauses: number;
  readonly rejections: number;
  readonly silence: number;
  readonly failures: number;
  readonly undeclared: number;
  /** Of the responses of actions that are declared to lie. */
  readonly lies: number;
  /** Of the whole case. */
  readonly crash: boolean;
  readonly punch: boolean;
}

export function drawMix(dice: Dice, workflow: Workflow): Mix {
  const without = (feature: Feature) => workflow.without.includes(feature);
  const share = (feature: Feature, shares: readonly number[]) => {
    const drawn = dice.pick(shares);
    return without(feature) ? 0 : drawn;
  };
  return {
    pauses: share('interrupts', [100, 100, 100, 60, 0]),
    rejections: share('rejections', [0, 0, 15, 50]),
    silence: share('silence', [0, 0, 20, 60]),
    failures: share('failures', [0, 10, 25, 60]),
    undeclared: share('undeclared-failures', [0, 0, 0, 0, 8]),
    crash: share('crashes', [0, 0, 100]) === 100,
    punch: dice.chance(10),
    lies: hasLiars(workflow) ? dice.pick([0, 10, 40]) : 0,
  };
}

function hasLiars({ lies, actions }: Workflow): boolean {
  return lies === true || Object.values(actions).some((action) => action.lies === true);
}
