import { expect, test } from 'vitest';
import { EventTime, earliestEnd, givenStamp } from './event-time.ts';

test('the script is told the start, then the greatest time delivered', () => {
  const time = new EventTime(1000, () => 0);
  const seen = [time.now];

  for (const stamp of ['0000000003000-0000', '0000000002000-0005', '0000000003000-0001', '0000000004000-0000']) {
    time.delivered(stamp);
    seen.push(time.now);
  }

  expect(seen).toEqual([1000, 3000, 3000, 3000, 4000]);
  expect(time.latest).toBe('0000000004000-0000');
});

test('a time before the start does not bring it back', () => {
  const time = new EventTime(1000, () => 0);

  time.delivered('0000000000500-0000');

  expect(time.now).toBe(1000);
});

test('the next stamp stays the same until an outcome is recorded', () => {
  let now = 2000;
  const time = new EventTime(1000, () => now++);

  const told = time.next();

  expect(time.next()).toBe(told);
  time.recorded(told);
  expect(time.next()).toBe('0000000002001-0000');
});

test('a stamp that was told is given up where it would not be the latest any more, or is too early', () => {
  const time = new EventTime(1000, () => 2000);

  expect(time.next()).toBe('0000000002000-0000');
  time.delivered('0000000002500-0000');
  expect(time.next()).toBe('0000000002500-0001');
  expect(time.next(2600)).toBe('0000000002600-0000');
});

test('new stamps are above all that was delivered', () => {
  const time = new EventTime(1000, () => 2000);
  time.delivered('0000000009000-0004');

  expect(time.next()).toBe('0000000009000-0005');
});

test('a stamp that was told is kept where an earlier one is delivered', () => {
  const clock = { ms: 2000 };
  const time = new EventTime(1000, () => clock.ms);
  const told = time.next();
  clock.ms = 3000;

  time.delivered('0000000001500-0000');

  expect(time.next()).toBe(told);
});

test('a stamp that was told is given up where it was delivered itself', () => {
  const time = new EventTime(1000, () => 2000);

  time.delivered(time.next());

  expect(time.next()).toBe('0000000002000-0001');
});

test('the latest stamp is the greatest, and the earliest end that of a sleep', () => {
  const time = new EventTime(1000, () => 0);
  for (const stamp of ['0000000003000-0001', '0000000003000-0000']) time.delivered(stamp);

  expect(time.latest).toBe('0000000003000-0001');
  expect(earliestEnd({ slot: 0, name: 'sleep', inputText: '{"until":7}' })).toBe(7);
  expect(earliestEnd({ slot: 0, name: 'sleep', inputText: '{}' })).toBe(0);
  expect(earliestEnd({ slot: 0, name: 'a', inputText: '{"until":7}' })).toBe(0);
});

test('a stamp that is none is refused', () => {
  expect([givenStamp(undefined), givenStamp('0000000003000-0001')]).toEqual([undefined, '0000000003000-0001']);
  expect(() => givenStamp('yesterday')).toThrow(
    expect.objectContaining({
      code: 'EVENT_TIME',
      message: 'The event time of an outcome is "yesterday", which is no stamp.',
    }),
  );
});
