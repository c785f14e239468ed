import type { ActionFailure, Json } from '../../../runtime/index.ts';
import type { Behaviour, Fault, Reaction } from '../../case/index.ts';
import type { ActionValues } from '../action-values.ts';
import { failureOf, undeclaredFailures } from '../failures.ts';
import { drawFaults } from '../faults.ts';
import { drawMix } from '../mix.ts';
import type { Dice } from '../random.ts';
import type { Values } from '../schema/values.ts';
import type { Bench } from '../trial.ts';
import { type Decided, type Draft, decidedIn, deciding, leaving, withCase } from './draft.ts';
import type { Candidate } from './pool.ts';

/** What a change is made with. */
export interface Tools {
  readonly dice: Dice;
  readonly bench: Bench;
  /** Another case of the pool. */
  readonly other: Candidate;
}

/** One small change; `undefined` where there is nothing for it to change. All that it needs is in its tools. */
export type Mutator = (draft: Draft, tools: Tools) => Draft | undefined;

/** Of a hundred failures of an action that declares some, so many are of a kind that it does not declare. */
const undeclaredShare = 10;

/** Each with how often it is chosen. */
export const mutators: readonly (readonly [weight: number, mutator: Mutator])[] = [
  [16, comparedMember],
  [5, otherInput],
  [7, otherResponse],
  [2, otherAnswer],
  [3, otherOutcome],
  [2, otherwise],
  [4, otherwiseFrom],
  [1, otherwiseForAction],
  [1, onceMore],
  [1, onceLess],
  [2, otherDecision],
  [2, otherOrderFrom],
  [1, oneFaultMore],
  [1, oneFaultLess],
  [1, otherTurn],
  [2, splice],
  [1, otherPolicy],
];

/**
 * A member that the script compares with constants gets one of them, wherever in the case it stands. The nearest that one
 * comes to REDQUEEN (Aschermann et al. 2019) without looking at the operands: names instead of values.
 */
function comparedMember(draft: Draft, { dice, bench }: Tools): Draft | undefined {
  const members = heldIn(draft, bench).flatMap((held) =>
    held.values.comparedIn(held.value).map((path) => ({ held, path })),
  );
  if (members.length === 0) return undefined;
  const { held, path } = dice.pick(members);
  const value = held.values.compare(held.value, path, dice);
  return value === undefined ? undefined : held.change(value);
}

/** A value somewhere in a case, with its schema. */
interface Held {
  readonly values: Values;
  readonly value: Json;
  change(value: Json): Draft;
}

function heldIn(draft: Draft, bench: Bench): Held[] {
  const { input } = bench.values;
  const own = input && {
    values: input,
    value: draft.case.input,
    change: (value: Json) => withCase(draft, { input: value }),
  };
  return [...(own ? [own] : []), ...decidedIn(draft).flatMap((decided) => heldBy(draft, decided, bench) ?? [])];
}

function heldBy(draft: Draft, decided: Decided, bench: Bench): Held | undefined {
  const { behaviour } = decided;
  if (behaviour.type === 'interrupt' && behaviour.then.type === 'answer') {
    const values = actionOf(bench, decided)?.answer;
    const change = (answer: Json) => deciding(draft, decided, { ...behaviour, then: { type: 'answer', answer } });
    return values && { values, value: behaviour.then.answer, change };
  }
  if (behaviour.type !== 'respond' || behaviour.simulated || behaviour.lie !== undefined) return undefined;
  const values = valuesOf(bench, decided);
  return (
    values && { values, value: behaviour.value, change: (value) => deciding(draft, decided, { ...behaviour, value }) }
  );
}

function otherInput(draft: Draft, { dice, bench }: Tools): Draft | undefined {
  const { input } = bench.values;
  return input && withCase(draft, { input: input.vary(draft.case.input, dice) });
}

/** What an action responded, as its schema has it or, where it may lie, does not; or what a person answered. */
function otherResponse(draft: Draft, tools: Tools): Draft | undefined {
  const { dice, bench } = tools;
  const made = decidedIn(draft).filter(({ behaviour }) => isMadeUp(behaviour));
  if (made.length === 0) return otherAnswer(draft, tools);
  const chosen = dice.pick(made);
  const values = valuesOf(bench, chosen);
  return values && deciding(draft, chosen, responseBeside(chosen, values, tools));
}

/** Not by `simulate`, which would say the same again. */
function isMadeUp(behaviour: Behaviour): boolean {
  return behaviour.type === 'respond' && behaviour.simulated === undefined;
}

function responseBeside(chosen: Decided, values: Values, { dice, bench }: Tools): Behaviour {
  const { behaviour } = chosen;
  const lie = actionOf(bench, chosen)?.lies && dice.chance(30) ? values.lie(dice) : undefined;
  if (lie !== undefined) return { type: 'respond', ...lie };
  const held = behaviour.type === 'respond' && behaviour.lie === undefined ? behaviour.value : undefined;
  return { type: 'respond', value: held === undefined ? values.draw(dice) : values.vary(held, dice) };
}

function otherAnswer(draft: Draft, { dice, bench }: Tools): Draft | undefined {
  const asked = decidedIn(draft).filter(({ behaviour }) => behaviour.type === 'interrupt');
  if (asked.length === 0) return undefined;
  const chosen = dice.pick(asked);
  const answer = actionOf(bench, chosen)?.answer;
  const { behaviour } = chosen;
  if (behaviour.type !== 'interrupt' || answer === undefined) return undefined;
  return deciding(draft, chosen, { ...behaviour, then: reactionTo(behaviour.then, answer, dice, bench) });
}

/** Mostly another answer; or one instead of none, and none instead of one. */
function reactionTo(then: Reaction, answer: Values, dice: Dice, { workflow: { without } }: Bench): Reaction {
  if (then.type !== 'answer') return { type: 'answer', answer: answer.draw(dice) };
  if (dice.chance(25) && !without.includes('rejections')) return { type: 'reject', reason: 'no' };
  if (dice.chance(10) && !without.includes('silence')) return { type: 'leave' };
  return { type: 'answer', answer: answer.vary(then.answer, dice) };
}

/** A response instead of a failure; or a failure, mostly of a kind that the action says it may fail with. */
function otherOutcome(draft: Draft, { dice, bench }: Tools): Draft | undefined {
  const decided = decidedIn(draft);
  if (decided.length === 0) return undefined;
  const chosen = dice.pick(decided);
  if (chosen.behaviour.type === 'fail') {
    return deciding(draft, chosen, { type: 'respond', value: valuesOf(bench, chosen)?.draw(dice) ?? null });
  }
  const failures = failuresOf(chosen, bench, dice);
  return failures.length === 0 ? undefined : deciding(draft, chosen, { type: 'fail', failure: dice.pick(failures) });
}

function failuresOf(chosen: Decided, bench: Bench, dice: Dice): readonly ActionFailure[] {
  const { without } = bench.workflow;
  const { fails = [] } = actionOf(bench, chosen)?.declared ?? {};
  const isOdd = fails.length === 0 || without.includes('failures') || dice.chance(undeclaredShare);
  if (isOdd) return without.includes('undeclared-failures') ? [] : undeclaredFailures;
  return fails.map(failureOf);
}

/** One call is left to the dice. */
function otherwise(draft: Draft, { dice }: Tools): Draft | undefined {
  const { length } = draft.case.behaviours;
  if (length === 0) return undefined;
  const position = dice.below(length);
  return leaving(draft, (each) => each === position);
}

/** All is left to the dice from one call on. */
function otherwiseFrom(draft: Draft, { dice }: Tools): Draft | undefined {
  const { length } = draft.case.behaviours;
  if (length === 0) return undefined;
  const position = dice.below(length);
  return leaving(draft, (each) => each >= position);
}

/** All calls of one action are. */
function otherwiseForAction(draft: Draft, { dice }: Tools): Draft | undefined {
  const names = [...new Set([...draft.calls.values()].map(({ name }) => name))];
  if (names.length === 0) return undefined;
  const name = dice.pick(names);
  return leaving(draft, (position) => draft.calls.get(position)?.name === name);
}

/** What one call did is done once more right after it, and what came later comes later; or else it is left out. */
function onceMore(draft: Draft, { dice }: Tools): Draft | undefined {
  const { behaviours } = draft.case;
  if (behaviours.length === 0) return undefined;
  const from = dice.below(behaviours.length);
  const to = Math.min(behaviours.length, from + 1 + dice.below(4));
  const order = [...behaviours.keys()];
  return rearranged(draft, [...order.slice(0, to), ...order.slice(from)]);
}

function onceLess(draft: Draft, { dice }: Tools): Draft | undefined {
  const { behaviours } = draft.case;
  if (behaviours.length === 0) return undefined;
  return rearranged(draft, [...behaviours.keys()].toSpliced(dice.below(behaviours.length), 1));
}

/** With what stood at these positions, in this order. */
function rearranged(draft: Draft, order: readonly number[]): Draft {
  const behaviours = order.map((position) => draft.case.behaviours[position] ?? []);
  const calls = order.flatMap((position, at) => {
    const call = draft.calls.get(position);
    return call === undefined ? [] : [[at, call] as const];
  });
  return { ...withCase(draft, { behaviours }), calls: new Map(calls) };
}

function otherDecision(draft: Draft, { dice }: Tools): Draft | undefined {
  const { schedule } = draft.case;
  const at = dice.below(schedule.length + 2);
  const changed = [...schedule, ...Array.from({ length: Math.max(0, at + 1 - schedule.length) }, () => 0)];
  return withCase(draft, { schedule: changed.with(at, (changed[at] ?? 0) + 1 + dice.below(3)) });
}

/** The schedule ends earlier: what comes then is left to the dice. */
function otherOrderFrom(draft: Draft, { dice }: Tools): Draft | undefined {
  const { schedule } = draft.case;
  return schedule.length === 0
    ? undefined
    : withCase(draft, { schedule: schedule.slice(0, dice.below(schedule.length)) });
}

function oneFaultMore(draft: Draft, { dice, bench }: Tools): Draft | undefined {
  for (let tries = 0; tries < 6; tries++) {
    const drawn = drawFaults(dice, drawMix(dice, bench.workflow));
    if (drawn.length > 0) return withCase(draft, { faults: [...draft.case.faults, dice.pick(drawn)] });
  }
  return undefined;
}

function oneFaultLess(draft: Draft, { dice }: Tools): Draft | undefined {
  const { faults } = draft.case;
  return faults.length === 0 ? undefined : withCase(draft, { faults: faults.toSpliced(dice.below(faults.length), 1) });
}

/** A fault happens one turn, or one record, earlier or later. */
function otherTurn(draft: Draft, { dice }: Tools): Draft | undefined {
  const { faults } = draft.case;
  if (faults.length === 0) return undefined;
  const at = dice.below(faults.length);
  const fault = faults[at];
  return fault && withCase(draft, { faults: faults.with(at, moved(fault, dice.chance(50) ? 1 : -1)) });
}

function moved(fault: Fault, by: number): Fault {
  if (fault.type === 'crash-record') return { ...fault, record: Math.max(0, fault.record + by) };
  if (fault.type === 'punch') return { ...fault, positions: fault.positions.map((each) => Math.max(0, each + by)) };
  if (fault.type === 'resume-twice') return { ...fault, pause: Math.max(0, fault.pause + by) };
  return fault.turn === undefined ? fault : { ...fault, turn: Math.max(0, fault.turn + by) };
}

/** Begins as this case and ends as another one; or has the other one's input or faults. */
function splice(draft: Draft, { dice, other }: Tools): Draft | undefined {
  switch (dice.below(4)) {
    case 0:
      return withCase(draft, { input: other.case.input });
    case 1:
      return withCase(draft, { faults: other.case.faults });
    default:
      return spliced(draft, other, dice.below(Math.max(draft.case.behaviours.length, 1)));
  }
}

function spliced(draft: Draft, { case: { behaviours }, calls }: Candidate, from: number): Draft {
  const all = [...draft.case.behaviours.slice(0, from), ...behaviours.slice(from)];
  const begin = [...draft.calls].filter(([position]) => position < from);
  const end = calls.filter(([position]) => position >= from);
  return { ...withCase(draft, { behaviours: all }), calls: new Map([...begin, ...end]) };
}

function otherPolicy(draft: Draft, { bench: { workflow } }: Tools): Draft | undefined {
  if (workflow.onInterrupt !== undefined) return undefined;
  return withCase(draft, { onInterrupt: draft.case.onInterrupt === 'stop' ? 'settle' : 'stop' });
}

function actionOf({ values }: Bench, { name }: Decided): ActionValues | undefined {
  return values.actions.get(name);
}

/** What an action responds with. */
function valuesOf(bench: Bench, decided: Decided): Values | undefined {
  const action = actionOf(bench, decided);
  return action?.output ?? action?.answer;
}
