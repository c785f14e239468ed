import { beforeAll, describe, expect, test } from 'vitest';
import { type CallLog, Engine, type EngineLike } from '../../runtime/index.ts';
import type { Case } from '../case/index.ts';
import { minimise } from './index.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await Engine.load();
});

const long: Case = {
  version: 1,
  script: [
    'const found = [];',
    'for (const id of input.ids) {',
    '  const order = await actions.look({ id });',
    '  if (order === null) continue;',
    '  found.push(order);',
    '}',
    'const [paid, told] = await Promise.all([',
    '  (async () => { try { return await actions.pay({ found }); } catch (error) { return error.code; } })(),',
    '  actions.tell({ found }),',
    ']);',
    'data.paid = paid;',
    "console.log('done', told);",
    'return { paid, told, at: Date.now() };',
  ].join('\n'),
  input: { ids: [7, 8], note: 'please' },
  data: { started: true },
  actions: ['look', 'pay', 'tell'],
  onInterrupt: 'settle',
  behaviours: [
    [{ type: 'respond', value: { total: 12 } }],
    [{ type: 'interrupt', payload: 'sure?', then: { type: 'answer', answer: true } }],
  ],
  schedule: [1, 0, 2],
  faults: [{ type: 'crash', turn: 1 }],
};

/** An engine that opens its sessions with other options than it was given. */
function opening(change: (given: Parameters<EngineLike['open']>[0]) => object): EngineLike {
  return { fingerprint: engine.fingerprint, open: (given) => engine.open({ ...given, ...change(given) }) };
}

function minimum(
  on: EngineLike,
  oracle: string,
): Pick<Case, 'script' | 'input' | 'behaviours' | 'schedule' | 'faults'> {
  const found = minimise(long, oracle, { engine: on });
  if (found === undefined) throw new Error('The broken engine was not caught.');
  expect(found.minimal).toBe(true);
  const { script, input, behaviours, schedule, faults } = found.case;
  return { script, input, behaviours, schedule, faults };
}

const nothing = { input: null, behaviours: [], schedule: [], faults: [] };

describe('the minimum', () => {
  test('for a guard that does not compare inputs is one call', () => {
    const on = opening(({ actions }) => ({ ignoreInputs: actions }));
    expect(minimum(on, 'guard-always-fires')).toEqual({ ...nothing, script: 'actions.look()' });
  });

  test('for a clock that is read again on replay is one read', () => {
    const again = (log: CallLog = [], now = () => 1): CallLog =>
      log.map((entry) => (entry?.type === 'now' ? { ...entry, response: now() } : entry));
    const on = opening(({ callLog, now }) => ({ callLog: again(callLog, now) }));
    expect(minimum(on, 'replay-equals-live')).toEqual({ ...nothing, script: 'Date()' });
  });

  test('is nothing where the promise is kept', () => {
    expect(minimise(long, 'replay-equals-live', { engine })).toBeUndefined();
  });
});
