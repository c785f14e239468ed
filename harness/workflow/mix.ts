import type { DeclaredFailure, Workflow } from './declaration.ts';
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
  /** Of the executions: told to stop before they settle, if the run waits for nothing else. */
  readonly late: number;
  /** Of the executions: nothing is ever heard of them. */
  readonly never: number;
  /** Of the whole case. */
  readonly crash: boolean;
  readonly abort: boolean;
  readonly move: boolean;
  readonly jump: boolean;
  readonly twin: boolean;
  readonly punch: boolean;
  /** An action that is down for the whole case: however often it is asked, it fails, and always alike. */
  readonly outage?: { readonly action: string; readonly failure: DeclaredFailure };
}

export function drawMix(dice: Dice, workflow: Workflow): Mix {
  const isOut = (feature: Feature) => workflow.without.includes(feature);
  const share = (feature: Feature, shares: readonly number[]) => {
    const drawn = dice.pick(shares);
    return isOut(feature) ? 0 : drawn;
  };
  const once = (feature: Feature, chance: number) => dice.chance(chance) && !isOut(feature);
  /** All these let an action run again under its key. */
  const again = <T>(drawn: T, none: T) => (isOut('crashes') ? none : drawn);
  return {
    pauses: share('interrupts', [100, 100, 100, 60, 0]),
    rejections: share('rejections', [0, 0, 15, 50]),
    silence: share('silence', [0, 0, 20, 60]),
    failures: share('failures', [0, 10, 25, 60]),
    undeclared: share('undeclared-failures', [0, 0, 0, 0, 8]),
    lies: hasLiars(workflow) ? dice.pick([0, 10, 40]) : 0,
    late: again(share('slow-actions', [0, 0, 0, 0, 0, 30]), 0),
    never: again(share('slow-actions', [0, 0, 0, 0, 0, 0, 0, 10]), 0),
    crash: once('crashes', 33),
    abort: again(once('aborts', 10), false),
    move: once('snapshots', 10),
    jump: once('clock-jumps', 12),
    twin: once('second-resumes', 8) && hasQuestions(workflow),
    punch: dice.chance(10),
    ...drawOutage(dice, workflow),
  };
}

/** What loops until an action answers shows here only: chance alone lets it answer sooner or later. */
function drawOutage(dice: Dice, { actions, without }: Workflow): Pick<Mix, 'outage'> {
  const isDown = dice.chance(6) && !without.includes('failures');
  const failing = Object.entries(actions).filter(([, { fails = [] }]) => fails.length > 0);
  const [action, { fails = [] }] = isDown && failing.length > 0 ? dice.pick(failing) : ['', {}];
  return fails.length > 0 ? { outage: { action, failure: dice.pick(fails) } } : {};
}

function hasLiars({ lies, actions }: Workflow): boolean {
  return lies === true || Object.values(actions).some((action) => action.lies === true);
}

function hasQuestions({ actions }: Workflow): boolean {
  return Object.values(actions).some(({ interrupts }) => interrupts !== undefined);
}
