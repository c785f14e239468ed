import { expect, test } from 'vitest';
import type { Json } from './entry.ts';
import { sleepName, sleepOver, sleepUntil } from './sleep.ts';

test('a sleep says until when it is', () => {
  expect(sleepUntil({ name: sleepName, input: { until: 5 } })).toBe(5);
});

test.each<[string, string, Json]>([
  ['another call', 'sleeper', { until: 5 }],
  ['null', sleepName, null],
  ['a number', sleepName, 5],
  ['an array', sleepName, [5]],
  ['an input without a time', sleepName, {}],
  ['a time as text', sleepName, { until: '5' }],
])('%s does not', (_, name, input) => {
  expect(sleepUntil({ name, input })).toBeUndefined();
});

test('a sleep settles with null, and nobody can change that', () => {
  expect(sleepOver).toEqual({ response: null });
  expect(Object.isFrozen(sleepOver)).toBe(true);
});
