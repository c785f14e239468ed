import type { Behaviour, Case, Fault } from '../case/index.ts';
import type { Decision, Observed } from './observed.ts';

/** A case whose world has never heard of some positions: those behind move up, and keep what they did and when. */
export function withoutPositions(testCase: Case, gone: ReadonlySet<number>, { asked, decisions }: Observed): Case {
  const last = Math.max(-1, ...asked.keys());
  const kept = Array.from({ length: last + 1 }, (_, position) => position).filter((position) => !gone.has(position));
  return {
    ...testCase,
    behaviours: shortest(kept.map((position) => plannedAt(testCase, position))),
    schedule: schedule(decisions, gone),
    faults: testCase.faults.flatMap((fault) => faultWithout(fault, gone)),
  };
}

function plannedAt({ behaviours }: Case, position: number): Behaviour[] {
  return behaviours.length === 0 ? [] : (behaviours[position % behaviours.length] ?? []);
}

/** The shortest list that says the same of so many positions: by position modulo length. */
function shortest(planned: readonly Behaviour[][]): Behaviour[][] {
  const texts = planned.map((behaviours) => JSON.stringify(behaviours));
  if (texts.every((text) => text === '[]')) return [];
  const period = texts.findIndex((_, length) => length > 0 && texts.every((text, at) => text === texts[at % length]));
  return planned.slice(0, period === -1 ? planned.length : period);
}

/** The same decisions, among the calls that are left. */
function schedule(decisions: readonly Decision[], gone: ReadonlySet<number>): number[] {
  const choices = decisions.flatMap(({ choice, candidates }) => {
    if (candidates === undefined) return [choice];
    const chosen = candidates[choice];
    const left = candidates.filter((position) => !gone.has(position));
    if (chosen === undefined) return [left.length];
    return gone.has(chosen) ? [] : [left.indexOf(chosen)];
  });
  while (choices.at(-1) === 0) choices.pop();
  return choices;
}

function faultWithout(fault: Fault, gone: ReadonlySet<number>): Fault[] {
  if (fault.type !== 'punch') return [fault];
  const positions = fault.positions
    .filter((position) => !gone.has(position))
    .map((position) => position - [...gone].filter((other) => other < position).length);
  return positions.length === 0 ? [] : [{ ...fault, positions }];
}

/** The same fault by so many turns, or records of the journal, earlier. */
export function earlier(fault: Fault, by: number): Fault {
  if ('turn' in fault && fault.turn !== undefined) return { ...fault, turn: Math.max(0, fault.turn - by) };
  return 'record' in fault ? { ...fault, record: Math.max(0, fault.record - by) } : fault;
}
