import { describe, expect, test } from 'vitest';
import type { Case } from '../case/index.ts';
import { reduce, reducers, weight } from './index.ts';

const never = () => false;

function caseOf(changes: Partial<Case>): Case {
  return {
    version: 1,
    script: 'return 1;',
    input: null,
    data: {},
    actions: [],
    onInterrupt: 'stop',
    behaviours: [],
    schedule: [],
    faults: [],
    ...changes,
  };
}

describe('reducing a case', () => {
  test('leaves the one call that matters', () => {
    const script = [
      'const seen = [];',
      'for (const id of [1, 2, 3]) {',
      '  const found = await actions.look({ id, deep: true });',
      '  if (found) { seen.push(await actions.book({ id, price: 2 * found.price })); }',
      '}',
      'await Promise.all([actions.audit({ seen }), actions.note("done")]);',
      'return seen;',
    ].join('\n');
    const { case: smallest, minimal } = reduce(
      caseOf({ script }),
      (candidate) => candidate.script.includes('actions.book('),
      never,
    );
    expect(smallest.script).toBe('actions.book()');
    expect(minimal).toBe(true);
  });

  test('empties every part of the world that does not matter', () => {
    const full = caseOf({
      input: { amount: 500, who: ['a', 'b'] },
      data: { n: 1 },
      actions: ['a', 'b'],
      onInterrupt: 'settle',
      behaviours: [
        [{ type: 'fail', failure: { name: 'E', message: 'm' } }],
        [{ type: 'interrupt', payload: { q: 1 }, then: { type: 'reject', reason: 'no' } }],
      ],
      schedule: [3, 1, 4],
      faults: [
        { type: 'crash', turn: 3 },
        { type: 'punch', positions: [1, 2, 3] },
      ],
      limits: { fuel: 10 },
    });
    const needed = ({ schedule, faults }: Case) =>
      (schedule[1] ?? 0) > 0 && faults.some((fault) => fault.type === 'punch' && fault.positions.includes(2));
    const { case: smallest } = reduce(full, needed, never);
    expect(smallest).toEqual(caseOf({ script: '', schedule: [0, 1], faults: [{ type: 'punch', positions: [2] }] }));
  });

  test('stops when its budget is spent, with what it has', () => {
    let asked = 0;
    const { minimal, tried } = reduce(
      caseOf({ script: 'a;\n'.repeat(50) }),
      () => false,
      () => ++asked > 10,
    );
    expect(minimal).toBe(false);
    expect(tried).toBeLessThanOrEqual(10);
  });

  test('every reducer has something to say about a full case, and each accepted step weighs less', () => {
    const full = caseOf({
      script: 'await actions.a({ x: 1 }); \nreturn 2;',
      input: 1,
      actions: ['a'],
      behaviours: [[{ type: 'respond', value: 1 }]],
      schedule: [1],
      faults: [{ type: 'crash', turn: 1 }],
    });
    const silent = reducers.filter(
      (reducer) => ![...reducer.candidates(full)].some((one) => weight(one) < weight(full)),
    );
    expect(silent.map(({ name }) => name)).toEqual([]);
  });
});
