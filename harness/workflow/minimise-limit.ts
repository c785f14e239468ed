import type { ActedCall } from '../world/index.ts';
import type { ActionValues } from './action-values.ts';
import type { Intention } from './actor.ts';
import { type Finding, sameFinding } from './finding.ts';
import { CaseIntent } from './intent.ts';
import { findingsOf } from './judge.ts';
import { type Minimised, minimise } from './minimise.ts';
import { type Bench, playBy, playCase, type Trial } from './trial.ts';

/** Nobody reads a case of thousands of calls: what goes on for ever is shown by the first so many. */
const shownCalls = [12, 30, 100];

/**
 * The smallest case of a script that makes too many calls, shown with a lower limit of calls than it met. That it would not
 * have ended soon after is seen by going on with it: with each action doing what it did last.
 */
export function minimiseLimit(
  bench: Bench,
  trial: Trial,
  finding: Finding,
  stopped: () => boolean,
): Minimised | undefined {
  const calls = trial.case.limits?.positions ?? 0;
  if (finding.name !== 'LIMIT_POSITIONS') return undefined;
  for (const positions of shownCalls) {
    if (positions * 3 > calls) return undefined;
    const short = playCase(bench, limited(trial, positions));
    const goesOn = (variant: Trial, until: number) => findingIn(bench, goneOnWith(bench, variant, until), finding);
    const shown = findingIn(bench, short, finding);
    if (shown === undefined) continue;
    const least = minimise(bench, short, shown, stopped, (variant) => goesOn(variant, positions * 3) !== undefined);
    const proof = goesOn(least.trial, calls);
    if (proof !== undefined) return { trial: least.trial, finding: { ...proof, message: shownWith(proof, positions) } };
  }
  return undefined;
}

function shownWith({ message }: Finding, positions: number): string {
  return `${message} The case shows the first ${positions} calls; the others are like them.`;
}

function limited({ case: played }: Trial, positions: number): Trial['case'] {
  const behaviours = played.behaviours.slice(0, positions);
  return { ...played, behaviours, limits: { ...played.limits, positions } };
}

function goneOnWith(bench: Bench, { case: played, calls }: Trial, positions: number): Trial {
  const going = { ...played, limits: { ...played.limits, positions } };
  const last = new Map([...calls].map(([position, { name }]) => [name, position]));
  return playBy(bench, going, new GoingOn(played, last));
}

/** Beyond what the case says, an action does what it did last. */
class GoingOn extends CaseIntent {
  constructor(
    played: Trial['case'],
    private readonly last: ReadonlyMap<string, number>,
  ) {
    super(played);
  }

  override intend(call: ActedCall, action: ActionValues): Intention {
    const isKnown = call.position <= Math.max(...this.last.values());
    return super.intend(isKnown ? call : { ...call, position: this.last.get(call.name) ?? call.position }, action);
  }
}

function findingIn(bench: Bench, trial: Trial, finding: Finding): Finding | undefined {
  return findingsOf(bench, trial).find((one) => sameFinding(one, finding));
}
