import { describe, expect, test } from 'vitest';
import { type Case, digestCase, parseCase, parseCaseText, printCase } from './index.ts';

const sample: Case = {
  version: 1,
  script: "return await actions.ask({ question: 'refund?' });",
  input: null,
  data: {},
  actions: ['ask'],
  onInterrupt: 'stop',
  behaviours: [
    [{ type: 'interrupt', payload: { q: '\ud800' }, then: { type: 'answer', answer: true } }],
    [{ type: 'respond', value: [1], simulated: true }],
    [{ type: 'fail', failure: { name: 'Error', message: 'no stock', code: 'OUT', data: [] } }],
  ],
  schedule: [0, 2],
  faults: [{ type: 'punch', positions: [0] }],
  limits: { fuel: 10 },
  workflow: { name: 'refund', file: 'refund.fuzz.ts' },
};

const broken = (change: object) => () => parseCase({ ...sample, ...change });

describe('a case as text', () => {
  test('comes back as it was printed', () => {
    expect(parseCaseText(printCase(sample))).toEqual(sample);
  });

  test('keeps lone surrogates, and keys named like built-in properties', () => {
    const hostile = parseCaseText(printCase(sample).replace('"input": null', '"input": { "__proto__": "\\ud800" }'));

    expect(parseCaseText(printCase(hostile))).toEqual(hostile);
    expect(Object.keys(hostile.input as object)).toEqual(['__proto__']);
    expect(printCase(hostile)).toContain('"__proto__": "\\ud800"');
  });

  test('has its fields in one order, whatever the order in memory', () => {
    const shuffled = Object.fromEntries(Object.entries(sample).reverse()) as unknown as Case;

    expect(printCase(shuffled)).toBe(printCase(sample));
    expect(digestCase(shuffled)).toBe(digestCase(sample));
  });

  test('is named after its content', () => {
    expect(digestCase(sample)).toMatch(/^[0-9a-f]{12}$/);
    expect(digestCase({ ...sample, schedule: [1] })).not.toBe(digestCase(sample));
  });
});

describe('a malformed case', () => {
  test.each([
    [{ version: 2 }, '$.version', 'is 2; expected 1'],
    [{ script: 7 }, '$.script', 'is 7; expected a string'],
    [{ data: undefined }, '$.data', 'is missing; expected JSON'],
    [{ onInterrupt: 'wait' }, '$.onInterrupt', 'expected "stop" or "settle"'],
    [{ schedule: [0, -1] }, '$.schedule[1]', 'expected a whole number from 0'],
    [{ behaviours: [[{ type: 'respond' }]] }, '$.behaviours[0][0].value', 'is missing; expected JSON'],
    [{ behaviours: [[{ type: 'explode' }]] }, '$.behaviours[0][0].type', 'is "explode"; expected "respond" or "fail"'],
    [{ faults: [{ type: 'crash', turn: 1.5 }] }, '$.faults[0].turn', 'is 1.5'],
    [{ faults: [{ type: 'crash-record', record: -1 }] }, '$.faults[0].record', 'is -1'],
    [{ faults: [{ type: 'lose-tail', turn: 0, records: 1 }] }, '$.faults[0].bytes', 'is missing'],
    [{ faults: [{ type: 'clock-jump', ms: 0.5 }] }, '$.faults[0].ms', 'expected a whole number'],
    [{ faults: [{ type: 'abort', turn: 0, unstarted: false }] }, '$.faults[0].unstarted', 'expected true'],
    [{ faults: [{ type: 'resume-twice', turn: 0 }] }, '$.faults[0].turn', 'is unknown'],
    [{ behaviours: [[{ type: 'respond', value: 1, pace: 'slow' }]] }, '$.behaviours[0][0].pace', '"late" or "never"'],
    [{ input: { price: Number.NaN } }, '$.input.price', 'is NaN; expected JSON'],
    [{ limits: { memory: 1 } }, '$.limits.memory', 'is unknown; expected one of fuel, memoryBytes'],
    [{ behaviors: [] }, '$.behaviors', 'is unknown'],
  ])('%j is refused with its path', (change, field, text) => {
    expect(broken(change)).toThrow(expect.objectContaining({ code: 'CASE_FORMAT', field }));
    expect(broken(change)).toThrow(text);
  });

  test('text that is not JSON, and JSON that is no object, are refused', () => {
    expect(() => parseCaseText('{')).toThrow('not JSON');
    expect(() => parseCase([])).toThrow('$ is an array of 0; expected an object');
  });
});
