import { beforeAll, describe, expect, test } from 'vitest';
import { Engine } from '../../runtime/index.ts';
import type { Case } from '../case/index.ts';
import { minimise } from './index.ts';
import { plantedBug } from './testing/planted.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await Engine.load();
});

const nothing = { input: null, data: {}, behaviours: [], schedule: [], faults: [], onInterrupt: 'stop' } as const;

/** A case as a person might keep it: a loop, a fan-out, a race, a question, failures, clock and chance, all under faults. */
const busy: Case = {
  version: 1,
  script: [
    'const found = [];',
    'for (const id of input.ids) {',
    '  const order = await actions.look({ id });',
    '  if (order !== null) found.push(order);',
    '}',
    'const [paid, told] = await Promise.all([',
    '  (async () => { try { return await actions.pay({ found }); } catch (error) { return error.code; } })(),',
    '  actions.tell({ found, at: Date.now() }),',
    ']);',
    'data.paid = paid;',
    "console.log('paid', paid, told);",
    'const first = await Promise.race([actions.look({ id: 0 }), actions.tell(null), sleep(1000)]);',
    'const answer = await actions.ask({ question: `Is ${first} right?` });',
    'return { paid, told, answer, dice: Math.random() };',
  ].join('\n'),
  input: { ids: [7, 8], note: 'please' },
  data: { started: true },
  actions: ['ask', 'look', 'pay', 'tell'],
  onInterrupt: 'settle',
  behaviours: [
    [{ type: 'respond', value: { total: 12 } }],
    [{ type: 'respond', value: [1, 2] }],
    [{ type: 'fail', failure: { name: 'PaymentError', message: 'no', code: 'DECLINED' } }],
    [{ type: 'respond', value: 'told' }],
    [{ type: 'interrupt', payload: 'sure?', then: { type: 'answer', answer: true } }],
  ],
  schedule: [0, 0, 1, 0, 2],
  faults: [
    { type: 'crash', turn: 1 },
    { type: 'punch', positions: [1, 3] },
  ],
};

/** One in which no call depends on another, so that what is wrong shows where it is wrong and not at a later call. */
const calm: Case = {
  ...busy,
  script: [
    'const found = await actions.look({ id: input.ids[0] });',
    "console.log('found', found);",
    'try { await actions.pay({ id: 8 }); } catch (error) { data.code = error.code; }',
    'const [told, asked] = await Promise.all([actions.tell(null), actions.ask({ again: true })]);',
    'return { found, told, asked, at: Date.now(), dice: Math.random() };',
  ].join('\n'),
  behaviours: [
    [{ type: 'respond', value: [1, { total: 2 }] }],
    [{ type: 'fail', failure: { name: 'PaymentError', message: 'no', code: 'DECLINED', data: { left: 3 } } }],
    [{ type: 'respond', value: 'told' }],
    [{ type: 'respond', value: true }],
  ],
  schedule: [0, 0, 1],
  faults: [],
};

describe('the minimum', () => {
  test.each<[string, Case, Partial<Case>]>([
    ['the clock is read again on replay', calm, { script: 'Date()' }],
    ['random numbers are drawn again on replay', calm, { script: 'Math.random()' }],
    ['the guard does not compare inputs', busy, { script: 'actions.look()' }],
    ['the guard lets another name pass', busy, { script: 'actions.look()' }],
    ['the guard forgets what was never reached', busy, { script: 'actions.look()' }],
    ['the guard lets another kind pass', busy, { script: 'actions.look()' }],
    ['the guard looks at the first two positions only', busy, { script: 'actions.pay()\nactions.tell(Date())' }],
    ['one position more is allowed on replay', busy, { script: 'actions.look()\nawait actions.look()' }],
    [
      'fuel is plentier on replay',
      calm,
      { script: 'actions.look()\nawait Promise.all([actions.tell(), actions.ask()])' },
    ],
    [
      'a hole before a record is served as null',
      busy,
      { script: 'await actions.look()', faults: [{ type: 'crash', turn: 0 }] },
    ],
    [
      'the order of outcomes is that of their positions on replay',
      calm,
      { script: 'actions.tell()\nactions.ask()', schedule: [1] },
    ],
    [
      'the code of a failure is lost on replay',
      calm,
      {
        script: 'actions.look()',
        behaviours: [[{ type: 'fail', failure: { name: 'Error', message: '', code: 'DECLINED' } }]],
      },
    ],
    [
      'a response that is a list is empty on replay',
      calm,
      { script: 'actions.look()', behaviours: [[{ type: 'respond', value: [null] }]] },
    ],
    ['the console is doubled on replay', calm, { script: 'actions.look()\nconsole.log()' }],
    ['what was restored has no console', calm, { script: 'await actions.look()\nconsole.log()' }],
    ['a run that was parked has lost its data', calm, { script: 'await actions.look()', data: { started: true } }],
  ])('where %s is exact', (what, given, smallest) => {
    const { on, oracle } = plantedBug(what);

    const found = minimise(given, oracle, { engine: on(engine) });

    expect({ ...found?.case, actions: [] }).toEqual({ version: 1, actions: [], ...nothing, ...smallest });
    expect(found?.minimal).toBe(true);
  });

  test('is nothing where the promise is kept', () => {
    expect(minimise(busy, 'replay-equals-live', { engine })).toBeUndefined();
  });
});
