import type { Behaviour } from '../case/index.ts';
import type { Finding } from './finding.ts';
import { findingsOf } from './judge.ts';
import { type Bench, playCase, type Trial } from './trial.ts';

/**
 * Plays a trial's case again. If the same calls get other outcomes, or the same outcomes another judgement, then the
 * author's model depends on something outside the case (a clock, a random number, a variable that outlives it), and no
 * finding of that case means anything.
 */
export function unrepeatable(bench: Bench, trial: Trial): Finding | undefined {
  const again = playCase(bench, trial.case);
  return otherOutcome(trial, again) ?? otherJudgement(findingsOf(bench, trial), findingsOf(bench, again));
}

const rule =
  'It may use its input, its context and the model that `model()` makes afresh for each case, and nothing else.';

function otherOutcome(trial: Trial, again: Trial): Finding | undefined {
  const position = trial.case.behaviours.findIndex((first, i) => !same(first, again.case.behaviours[i]));
  if (position === -1) return undefined;
  const name = trial.calls.get(position)?.name ?? 'an action';
  const [first, second] = [trial.case.behaviours[position], again.case.behaviours[position]];
  const message = `simulate of ${name} is not repeatable: the same case gave ${shown(first)} at position ${position}, and then ${shown(second)}. ${rule}`;
  return { kind: 'unrepeatable', name: `simulate of ${name}`, message };
}

function otherJudgement(first: readonly Finding[], second: readonly Finding[]): Finding | undefined {
  const [before, after] = [textsOf(first), textsOf(second)];
  const changed = before.find((text) => !after.includes(text)) ?? after.find((text) => !before.includes(text));
  if (changed === undefined) return undefined;
  const message = `The model, or an invariant, is not repeatable: the same case with the same outcomes once gave “${changed}” and once did not. ${rule}`;
  return { kind: 'unrepeatable', name: 'model', message };
}

/** Findings that say themselves what is not repeatable differ by nature. */
function textsOf(findings: readonly Finding[]): string[] {
  return findings.filter(({ kind }) => kind !== 'unrepeatable').map(({ name, message }) => `${name}: ${message}`);
}

function same(first: readonly Behaviour[], second: readonly Behaviour[] | undefined): boolean {
  return JSON.stringify(first) === JSON.stringify(second);
}

function shown(behaviours: readonly Behaviour[] | undefined): string {
  return behaviours === undefined || behaviours.length === 0 ? 'nothing' : JSON.stringify(behaviours);
}
