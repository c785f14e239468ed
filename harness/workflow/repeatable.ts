import type { Behaviour } from '../case/index.ts';
import type { Workflow } from './declaration.ts';
import type { Finding } from './finding.ts';
import { findingsOf } from './judge.ts';
import { stateOf } from './model-state.ts';
import { type Bench, playCase, type Trial } from './trial.ts';

/**
 * Plays a trial's case again. If the same calls get other outcomes, or the same outcomes another judgement, then the
 * author's model depends on something outside the case (a clock, a random number, a variable that outlives it), and no
 * finding of that case means anything.
 */
export function unrepeatable(bench: Bench, trial: Trial): Finding | undefined {
  const again = playCase(bench, trial.case);
  return otherOutcome(bench, trial, again) ?? otherJudgement(bench, trial, again);
}

const rule =
  'It may use its input, its context and the model that `model()` makes afresh for each case, and nothing else.';

function otherOutcome(bench: Bench, trial: Trial, again: Trial): Finding | undefined {
  const position = trial.case.behaviours.findIndex((first, i) => !same(first, again.case.behaviours[i]));
  if (position === -1) return undefined;
  const name = trial.calls.get(position)?.name ?? 'an action';
  const [first, second] = [trial.case.behaviours[position], again.case.behaviours[position]];
  const model = otherModel(bench);
  if (model !== undefined) return model;
  const message = `simulate of ${name} is not repeatable: the same case gave ${shown(first)} at position ${position}, and then ${shown(second)}. ${rule}`;
  return { kind: 'unrepeatable', name: `simulate of ${name}`, message };
}

/** The outcomes are the same: what they came to differs by the model, or else by whoever judges. */
function otherJudgement(bench: Bench, trial: Trial, again: Trial): Finding | undefined {
  const [first, second] = [findingsOf(bench, trial), findingsOf(bench, again)];
  const changed = onlyIn(first, second) ?? onlyIn(second, first);
  if (changed === undefined) return undefined;
  const sameState = stateOf(trial.model) === stateOf(again.model);
  const model = otherModel(bench);
  if (model !== undefined) return model;
  const name = sameState && changed.kind === 'invariant' ? `invariant ${changed.name}` : 'model';
  const who = name === 'model' ? 'The model' : `The invariant “${changed.name}”`;
  const message = `${who} is not repeatable: the same case with the same outcomes once gave “${changed.name}: ${changed.message}” and once did not. ${rule}`;
  return { kind: 'unrepeatable', name, message };
}

/** Two fresh models are not the same. */
function otherModel({ workflow }: Bench): Finding | undefined {
  const [first, second] = [freshState(workflow), freshState(workflow)];
  if (first === second) return undefined;
  const message = `model() is not repeatable: it made ${first}, and then ${second}. ${rule}`;
  return { kind: 'unrepeatable', name: 'model', message };
}

function freshState({ model }: Workflow): string {
  try {
    return stateOf(model?.());
  } catch {
    return 'nothing, because it threw';
  }
}

/** Findings that say themselves what is not repeatable differ by nature. */
function onlyIn(these: readonly Finding[], others: readonly Finding[]): Finding | undefined {
  const known = others.map(textOf);
  return these.find((finding) => finding.kind !== 'unrepeatable' && !known.includes(textOf(finding)));
}

function textOf({ name, message }: Finding): string {
  return `${name}: ${message}`;
}

function same(first: readonly Behaviour[], second: readonly Behaviour[] | undefined): boolean {
  return JSON.stringify(first) === JSON.stringify(second);
}

function shown(behaviours: readonly Behaviour[] | undefined): string {
  return behaviours === undefined || behaviours.length === 0 ? 'nothing' : JSON.stringify(behaviours);
}
