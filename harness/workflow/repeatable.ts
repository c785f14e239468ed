import type { Behaviour } from '../case/index.ts';
import type { Finding } from './finding.ts';
import { type Bench, playCase, type Trial } from './trial.ts';

/**
 * Plays a trial's case again. If the same calls get other outcomes, the workflow's model depends on something outside
 * the case (a clock, a random number, a variable that outlives it), and no finding of that case means anything.
 */
export function unrepeatable(bench: Bench, trial: Trial): Finding | undefined {
  const again = playCase(bench, trial.case);
  const position = trial.case.behaviours.findIndex((first, i) => !same(first, again.case.behaviours[i]));
  if (position === -1) return undefined;
  const name = trial.calls.get(position)?.name ?? 'an action';
  const [first, second] = [trial.case.behaviours[position], again.case.behaviours[position]];
  const message =
    `simulate of ${name} is not repeatable: the same case gave ${shown(first)} at position ${position}, and then ${shown(second)}. ` +
    'It may use its input, its context and the model that `model()` makes afresh for each case, and nothing else.';
  return { kind: 'unrepeatable', name: `simulate of ${name}`, message };
}

function same(first: readonly Behaviour[], second: readonly Behaviour[] | undefined): boolean {
  return JSON.stringify(first) === JSON.stringify(second);
}

function shown(behaviours: readonly Behaviour[] | undefined): string {
  return behaviours === undefined || behaviours.length === 0 ? 'nothing' : JSON.stringify(behaviours);
}
