import { describe, expect, test } from 'vitest';
import type { Behaviour, Case } from '../case/index.ts';
import { reduce, reducers, weight } from './index.ts';
import type { Observed } from './observed.ts';
import { smallerScripts } from './script-edits.ts';
import { caseOf as plainCase } from './testing/case-of.ts';
import { withoutPositions } from './without-positions.ts';

const seen = () => ({ asked: new Map([[0, 'a']]), decisions: [{ choice: 1, candidates: [0, 1] }] });

function caseOf({ script = 'return 1;', ...changes }: Partial<Case>): Case {
  return plainCase(script, { actions: [], ...changes });
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
    const { case: smallest, minimal } = reduce(caseOf({ script }), {
      fails: (candidate) => candidate.script.includes('actions.book('),
    });
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
    const { case: smallest } = reduce(full, { fails: needed });
    expect(smallest).toEqual(caseOf({ script: '', schedule: [0, 1], faults: [{ type: 'punch', positions: [2] }] }));
  });

  test('stops when its budget is spent, with what it has', () => {
    let asked = 0;
    const { minimal, tried } = reduce(caseOf({ script: 'a;\n'.repeat(50) }), {
      fails: () => false,
      spent: () => ++asked > 10,
    });
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
      (reducer) => ![...reducer.candidates(full, seen)].some((one) => weight(one) < weight(full)),
    );
    expect(silent.map(({ name }) => name)).toEqual([]);
  });
});

describe('reducing script and world together', () => {
  /** What is asked where, as if every call of the script was made once, in the order of the text. */
  const inOrder =
    (decisions: Observed['decisions'] = []) =>
    ({ script }: Case): Observed => ({
      asked: new Map([...script.matchAll(/actions\.(\w+)\(/g)].map(([, name = ''], position) => [position, name])),
      decisions,
    });
  const respond = (value: number): Behaviour[] => [{ type: 'respond', value }];
  /** What the call of that name responds, going by its position. */
  const responseOf = ({ script, behaviours }: Case, name: string): unknown => {
    const position = [...script.matchAll(/actions\.(\w+)\(/g)].findIndex(([, called]) => called === name);
    const [planned] = behaviours[position % behaviours.length] ?? [];
    return position !== -1 && planned?.type === 'respond' ? planned.value : undefined;
  };

  test('a call that goes takes its behaviour with it', () => {
    const given = caseOf({
      script: 'await actions.a();\nawait actions.b();\nawait actions.c();',
      behaviours: [respond(1), respond(2), respond(3)],
    });

    const { case: smallest } = reduce(given, { fails: (one) => responseOf(one, 'c') === 3, observe: inOrder() });

    expect([smallest.script, smallest.behaviours]).toEqual(['actions.c()', [respond(3)]]);
  });

  test('one of a list goes with its name and its behaviour', () => {
    const given = caseOf({
      script: 'const [a, b, c] = await Promise.all([actions.a(), actions.b(), actions.c()]);\nreturn [b, c];',
      behaviours: [respond(1), respond(2), respond(3)],
    });
    const fails = (one: Case) =>
      responseOf(one, 'b') === 2 && responseOf(one, 'c') === 3 && one.script.includes('Promise.all([');

    const { case: smallest } = reduce(given, { fails, observe: inOrder() });

    expect(smallest.script).toBe('Promise.all([actions.b(), actions.c()])');
    expect(smallest.behaviours).toEqual([respond(2), respond(3)]);
  });

  test('the calls that stay settle in the order in which they did', () => {
    const decisions = [
      { choice: 2, candidates: [0, 1, 2] },
      { choice: 1, candidates: [0, 1] },
      { choice: 0, candidates: [0] },
    ];
    const observed = { asked: new Map(['a', 'b', 'c'].map((name, position) => [position, name])), decisions };

    const without = withoutPositions(caseOf({ schedule: [2, 1] }), new Set([1]), observed);

    expect(without.schedule).toEqual([1]);
  });
});

describe('variables', () => {
  test.each([
    ['const a = 1; return f(a);', 'return f(1);'],
    ['const a = x.y; return [a, a];', 'return [x.y, x.y];'],
    ['const a = g(); return { a };', 'return { a: g() };'],
    ['const a = g(); return { a: b.a, c: a };', 'return { a: b.a, c: g() };'],
    ['const [a, b] = [f(), g()]; return [a, b];', 'const [a] = [f()]; return [a, null];'],
    ['const a = await f(); b.push(a); return b;', 'b.push(a); return await f();'],
  ])('%s gives %s', (script, smaller) => {
    expect([...smallerScripts(script)].map((text) => text.trim())).toContain(smaller);
  });
});
