import type { Json } from '../../runtime/index.ts';
import type { Behaviour, Case, Reaction } from '../case/index.ts';
import type { WorkflowValues } from './action-values.ts';
import { isUndeclared, undeclaredFailures } from './failures.ts';
import { type Finding, sameFinding } from './finding.ts';
import { divergencesOf, findingsOf } from './judge.ts';
import { Dice } from './random.ts';
import { simpler } from './schema/simpler.ts';
import type { Values } from './schema/values.ts';
import { inFirstAttempt, simplerFaults } from './simpler-faults.ts';
import { isSmaller, sizeOf } from './size.ts';
import { type Bench, playCase, type Trial } from './trial.ts';

/** A failing trial, made small, and what it shows. */
export interface Minimised {
  readonly trial: Trial;
  readonly finding: Finding;
}

/** Of what many calls did, much is taken away at once first (Zeller and Hildebrandt, Simplifying and Isolating Failure-Inducing Input, 2002). */
const smallestChunk = 8;

/** How many variants are played for one finding. A number, not a time: the same seed gives the same counterexample. */
const variantsMax = 1_500;
/** A variant of a long case counts for several: one for every so many calls. */
const manyCalls = 50;

/**
 * Makes a failing trial small: it plays simpler variants and keeps those that still show the same finding, until none
 * does. `isKept` may refuse more. The order of the reducers matters: what removes most comes first, and values, of which there are most, last.
 */
export function minimise(
  bench: Bench,
  trial: Trial,
  finding: Finding,
  stopped: () => boolean,
  isKept: (variant: Trial) => boolean = () => true,
): Minimised {
  let best: Minimised = { trial, finding };
  let left = variantsMax;
  for (let changed = true; changed && left > 0; ) {
    changed = false;
    for (const reducer of reducers) {
      for (let next = step(reducer, best); next !== undefined && left > 0; next = step(reducer, best)) {
        best = next;
        changed = true;
      }
    }
  }
  return best;

  function step(reducer: Reducer, from: Minimised): Minimised | undefined {
    for (const variant of reducer(from.trial, bench.values)) {
      if (left <= 0 || stopped()) return undefined;
      const calls = from.trial.calls.size;
      left -= 1 + Math.floor(calls / manyCalls);
      const reduced = tryVariant(bench, variant, from);
      if (reduced !== undefined && isKept(reduced.trial)) return reduced;
    }
    return undefined;
  }
}

/** Plays a variant; it is kept if it shows the same finding and what was played in it is smaller. */
function tryVariant(bench: Bench, variant: Case, from: Minimised): Minimised | undefined {
  const trial = playCase(bench, variant, from.trial.calls);
  const size = sizeOf(from.trial);
  if (!isSmaller(sizeOf(trial), size)) return undefined;
  const findings = from.finding.kind === 'divergence' ? divergencesOf(bench, trial) : findingsOf(bench, trial);
  const finding = findings.find((candidate) => sameFinding(candidate, from.finding));
  return finding === undefined ? undefined : { trial, finding };
}

/** Variants of a trial's case, those that remove most first. */
type Reducer = (trial: Trial, values: WorkflowValues) => Iterable<Case>;

const reducers: readonly Reducer[] = [
  withoutFaults,
  withoutSchedule,
  withoutInput,
  withPlainBehaviours,
  withoutPace,
  withFewerFaults,
  withPlainReactions,
  withOtherResponses,
  withShorterSchedule,
  withSimplerInput,
  withSimplerValues,
];

function* withoutFaults({ case: played }: Trial): Generator<Case> {
  if (played.faults.length > 0) {
    yield { ...played, faults: [] };
    yield { ...played, faults: [], behaviours: played.behaviours.map(lastOnly) };
  }
  if (played.onInterrupt === 'settle') yield { ...played, onInterrupt: 'stop' };
}

/** What a position did in the end, without what a crash made it do before. */
function lastOnly(behaviours: Behaviour[]): Behaviour[] {
  const last = behaviours.slice(-1);
  const pause = behaviours.find(({ type }) => type === 'interrupt');
  return pause === undefined || last[0]?.type === 'interrupt' ? last : [pause, ...last];
}

function* withoutSchedule({ case: played }: Trial): Generator<Case> {
  if (played.schedule.length > 0) yield { ...played, schedule: [] };
}

function* withoutInput({ case: played }: Trial, { input }: WorkflowValues): Generator<Case> {
  if (input !== undefined) yield { ...played, input: input.simplest };
}

function* withPlainBehaviours({ case: played }: Trial): Generator<Case> {
  yield { ...played, behaviours: [] };
  const { length } = played.behaviours;
  for (let size = length >> 1; size >= smallestChunk; size >>= 1) {
    for (let from = length - size; from >= 0; from -= size) {
      const behaviours = played.behaviours.map((list, at) => (from <= at && at < from + size ? [] : list));
      yield { ...played, behaviours };
    }
  }
  for (const position of played.behaviours.keys()) yield withBehaviours(played, position, []);
  for (const [position, behaviours] of played.behaviours.entries()) {
    for (const i of behaviours.keys()) yield withBehaviours(played, position, behaviours.toSpliced(i, 1));
  }
}

function* withFewerFaults({ case: played }: Trial): Generator<Case> {
  for (const [i, fault] of played.faults.entries()) {
    const others = played.faults.toSpliced(i, 1);
    yield { ...played, faults: others };
    // Without it there may be fewer attempts for the others to happen in.
    yield { ...played, faults: others.map(inFirstAttempt) };
    for (const less of simplerFaults(fault)) yield { ...played, faults: played.faults.with(i, less) };
  }
}

/** All of them in time, with a crash instead or without, and then one. */
function* withoutPace({ case: played }: Trial): Generator<Case> {
  const slow = [...eachBehaviour(played)].filter(([, , { pace }]) => pace !== undefined);
  if (slow.length === 0) return;
  const quick = { ...played, behaviours: played.behaviours.map((list) => list.map(inTime)) };
  yield quick;
  for (let turn = 0; turn < 4; turn++) yield { ...quick, faults: [...played.faults, { type: 'crash', turn }] };
  for (const [position, i, behaviour] of slow) yield replaced(played, position, i, inTime(behaviour));
}

function inTime({ pace: _, ...behaviour }: Behaviour): Behaviour {
  return behaviour;
}

function* withPlainReactions({ case: played, calls }: Trial, { actions }: WorkflowValues): Generator<Case> {
  for (const [position, i, behaviour] of eachBehaviour(played)) {
    if (behaviour.type !== 'interrupt' || behaviour.then.type === 'answer') continue;
    const answer = actions.get(calls.get(position)?.name ?? '')?.answer;
    if (answer === undefined) continue;
    yield replaced(played, position, i, { ...behaviour, then: { type: 'answer', answer: answer.simplest } });
  }
}

const askedAgainMax = 12;
const otherResponsesMax = 6;

/**
 * What is asked again and again often goes on because of what it is told, and the simplest answer may be the one that goes on: others
 * end it earlier, and are made simple afterwards.
 */
function* withOtherResponses({ case: played, calls }: Trial, { actions }: WorkflowValues): Generator<Case> {
  const names = [...calls.values()].map(({ name }) => name);
  const again = [...calls].filter(([, { name }]) => names.indexOf(name) !== names.lastIndexOf(name));
  for (const [position, { name }] of again.slice(0, askedAgainMax)) {
    const output = actions.get(name)?.output;
    const i = played.behaviours[position]?.findLastIndex(({ type }) => type === 'respond') ?? -1;
    if (output === undefined || i === -1) continue;
    for (let draw = 0; draw < otherResponsesMax; draw++) {
      const other = replaced(played, position, i, { type: 'respond', value: output.draw(new Dice(draw, position)) });
      yield other;
      if (played.schedule.length > 0) yield { ...other, schedule: [] };
    }
  }
}

function* withShorterSchedule({ case: played }: Trial): Generator<Case> {
  const { schedule } = played;
  for (let kept = schedule.length >> 1; kept < schedule.length; kept += Math.max(1, (schedule.length - kept) >> 1)) {
    yield { ...played, schedule: schedule.slice(0, kept) };
  }
  for (const [i, choice] of schedule.entries()) {
    if (choice === 0) continue;
    yield { ...played, schedule: schedule.toSpliced(i, 1) };
    yield { ...played, schedule: schedule.with(i, 0) };
    if (choice > 1) yield { ...played, schedule: schedule.with(i, choice - 1) };
  }
}

function* withSimplerInput({ case: played }: Trial, { input }: WorkflowValues): Generator<Case> {
  if (input !== undefined) for (const value of input.simpler(played.input)) yield { ...played, input: value };
}

function* withSimplerValues({ case: played, calls }: Trial, { actions }: WorkflowValues): Generator<Case> {
  for (const [position, i, behaviour] of eachBehaviour(played)) {
    const action = actions.get(calls.get(position)?.name ?? '');
    if (action === undefined) continue;
    const { pace } = behaviour;
    if (behaviour.type === 'fail' && isUndeclared(behaviour.failure)) {
      yield replaced(played, position, i, { ...behaviour, failure: undeclaredFailures[0] });
    }
    for (const less of simplerBehaviours(behaviour, action.output ?? action.answer, action.answer, action.payload)) {
      yield replaced(played, position, i, pace === undefined ? less : { ...less, pace });
    }
  }
}

function* simplerBehaviours(
  behaviour: Behaviour,
  output: Values | undefined,
  answer: Values | undefined,
  payload: Values | undefined,
): Generator<Behaviour> {
  if (behaviour.type === 'respond' && behaviour.lie !== undefined) {
    yield { type: 'respond', value: output?.simplest ?? null };
    for (const lie of output?.simplerLies(behaviour.value) ?? []) yield { ...behaviour, ...lie };
  } else if (behaviour.type === 'respond' && behaviour.simulated === undefined) {
    if (output !== undefined) yield { type: 'respond', value: output.simplest };
    for (const value of simplerOf(output, behaviour.value)) yield { type: 'respond', value };
  }
  if (behaviour.type !== 'interrupt') return;
  for (const then of simplerReactions(behaviour.then, answer)) yield { ...behaviour, then };
  if (payload !== undefined) yield { ...behaviour, payload: payload.simplest };
}

function simplerOf(values: Values | undefined, value: Json): Iterable<Json> {
  return values === undefined ? simpler(value) : values.simpler(value);
}

function* simplerReactions(then: Reaction, answer: Values | undefined): Generator<Reaction> {
  if (then.type === 'reject' && then.reason !== 'no') yield { type: 'reject', reason: 'no' };
  if (then.type !== 'answer' || answer === undefined) return;
  for (const value of answer.simpler(then.answer)) yield { type: 'answer', answer: value };
}

function* eachBehaviour({ behaviours }: Case): Generator<[position: number, execution: number, Behaviour]> {
  for (const [position, list] of behaviours.entries())
    for (const [i, behaviour] of list.entries()) yield [position, i, behaviour];
}

function withBehaviours(played: Case, position: number, list: Behaviour[]): Case {
  return { ...played, behaviours: played.behaviours.with(position, list) };
}

function replaced(played: Case, position: number, execution: number, behaviour: Behaviour): Case {
  const list = played.behaviours[position] ?? [];
  return withBehaviours(played, position, list.with(execution, behaviour));
}
