import { expect, test } from 'vitest';
import { durationText, untilText } from './sleep-text.ts';

test.each([
  [1, '1 second'],
  [1000, '1 second'],
  [1001, '2 seconds'],
  [59_999, '1 minute'],
  [60_000, '1 minute'],
  [61_500, '1 minute 2 seconds'],
  [3_600_000, '1 hour'],
  [86_400_000 * 3, '3 days'],
  [86_400_000 * 3 + 1, '3 days 1 hour'],
  [86_400_000 * 400, '400 days'],
])('%d ms are %s', (ms, text) => {
  expect(durationText(ms)).toBe(text);
});

test.each([
  [1000, 'until 2024-01-01 00:00:01 UTC, in 1 second'],
  [-1000, 'until 2023-12-31 23:59:59 UTC, which is past'],
  [Number.MAX_VALUE, /^until the end of time, in /],
])('a sleep that is over in %d ms', (ms, text) => {
  const now = Date.UTC(2024, 0, 1);

  expect(untilText(now + ms, now)).toMatch(text);
});
