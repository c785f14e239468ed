import { rareStates } from '../../campaign/index.ts';
import { type Case, plainCase } from '../../case/index.ts';
import { runWorld } from '../../world/index.ts';
import { type Means, type SelfCheck, unless } from './self-check.ts';

/** Cases, and situations that they are in. What else they are in does not matter. */
const known: readonly { readonly case: Case; readonly states: readonly string[] }[] = [
  {
    case: plainCase("const both = [actions.a(1), actions.b(2)]; await both[1]; throw new Error('x');", {
      actions: ['a', 'b'],
      schedule: [1],
    }),
    states: ['a script that threw'],
  },
  {
    case: plainCase('return [Date.now(), Math.random(), await actions.a(1)];'),
    states: ['a clock read', 'a random read'],
  },
  {
    case: plainCase('return await actions.a(1);', { faults: [{ type: 'crash', turn: 0 }] }),
    states: ['a crash'],
  },
  {
    case: plainCase('return await actions.a(1);', {
      behaviours: [[{ type: 'interrupt', payload: null, then: { type: 'answer', answer: 1 } }]],
    }),
    states: ['a run that was resumed'],
  },
  {
    case: plainCase('return await actions.a(1).catch(String);', {
      behaviours: [[{ type: 'interrupt', payload: null, then: { type: 'reject', reason: 1 } }]],
    }),
    states: ['a rejection'],
  },
  {
    case: plainCase('return await Promise.all([actions.a(1), actions.a(2), actions.a(3)]);', { schedule: [2, 0] }),
    states: ['outcomes in another order than calls', 'three calls in flight'],
  },
  {
    case: plainCase('return await actions.a(1).catch(String);', {
      behaviours: [[{ type: 'fail', failure: { name: 'E', message: 'm' } }]],
      faults: [{ type: 'punch', positions: [0] }],
    }),
    states: ['a failed action', 'holes punched into a finished log'],
  },
];

export const rareStatesAreToldApart: SelfCheck = {
  name: 'rare-states-are-told-apart',
  shows: 'A case that is in none of the rare situations is in none, and cases that are in some are in those.',
  problems(means) {
    const nothing = reachedIn(means, plainCase('return 1;'));
    return [
      ...unless(
        nothing.size === 0,
        `A script that returns at once is taken for a rare situation: ${[...nothing].join(', ')}.`,
      ),
      ...known.flatMap(({ case: one, states }) => missed(means, one, states)),
    ];
  },
};

function missed(means: Means, one: Case, states: readonly string[]): string[] {
  const reached = reachedIn(means, one);
  const names = states.filter((name) => rareStates.some((state) => state.name === name));
  return names
    .filter((name) => !reached.has(name))
    .map((name) => `A case that is in the situation "${name}" is not recognised: ${one.script}`);
}

function reachedIn({ engine, elsewhere }: Means, one: Case): Set<string> {
  const trace = runWorld(one, { engine, elsewhere });
  return new Set(rareStates.filter(({ reached }) => reached(trace)).map(({ name }) => name));
}
