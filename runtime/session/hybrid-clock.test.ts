import { describe, expect, test } from 'vitest';
import { MisuseError } from '../errors.ts';
import { HybridClock } from './hybrid-clock.ts';

/** A clock that shows these times, one per reading, and the last one from then on. */
function clockOf(...times: number[]): HybridClock {
  let reading = 0;
  return new HybridClock(() => times[Math.min(reading++, times.length - 1)] as number, 0);
}

test('stamps follow the clock and count where it stands still', () => {
  const clock = clockOf(1_700_000_000_000, 1_700_000_000_000, 1_700_000_000_000.9, 1_700_000_000_001);

  expect([clock.next(), clock.next(), clock.next(), clock.next()]).toEqual([
    '1700000000000-0000',
    '1700000000000-0001',
    '1700000000000-0002',
    '1700000000001-0000',
  ]);
});

test('they never go back when the clock does, and follow it again once it is ahead', () => {
  const clock = clockOf(5000, 1000, 0, 5000, 5001);

  expect([clock.next(), clock.next(), clock.next(), clock.next(), clock.next()]).toEqual([
    '0000000005000-0000',
    '0000000005000-0001',
    '0000000005000-0002',
    '0000000005000-0003',
    '0000000005001-0000',
  ]);
});

test('a millisecond that is full gives way to the next one', () => {
  const clock = clockOf(5000);
  clock.saw('0000000005000-fffe');

  expect([clock.next(), clock.next(), clock.next()]).toEqual([
    '0000000005000-ffff',
    '0000000005001-0000',
    '0000000005001-0001',
  ]);
});

test('they are above every stamp that was seen, and no older one brings them down', () => {
  const clock = clockOf(5000);
  clock.saw('0000000009000-0007');
  clock.saw('0000000009000-0003');
  clock.saw('0000000001000-00ff');

  expect(clock.next()).toBe('0000000009000-0008');
});

test('the first one is not before the start', () => {
  expect(new HybridClock(() => 10, 5000).next()).toBe('0000000005000-0000');
});

test('a floor lifts a stamp above the clock, and keeps to what a stamp can hold', () => {
  const clock = clockOf(5000);

  expect(clock.next(7000.5)).toBe('0000000007001-0000');
  expect(clock.next(6000)).toBe('0000000007001-0001');
  expect(clock.next(1e300)).toBe('9999999999999-0000');
});

describe('what gives no stamp is refused', () => {
  test.each([Number.NaN, -1, Number.POSITIVE_INFINITY, 1e13])('a clock that says %d', (now) => {
    expect(() => clockOf(now).next()).toThrow(MisuseError);
  });

  test('the end of time', () => {
    const clock = clockOf(5000);
    clock.saw('9999999999999-ffff');

    expect(() => clock.next()).toThrow(/no event time left/);
  });
});

test('text order is time order, whatever the clock does', () => {
  const times = Array.from({ length: 2000 }, (_, index) => Math.floor(5000 + 3000 * Math.sin(index / 7) + index));
  const clock = clockOf(...times);

  const stamps = times.map(() => clock.next());

  expect(stamps).toEqual([...stamps].sort());
  expect(new Set(stamps).size).toBe(stamps.length);
});

test('what no stamp can hold is refused with what the clock gave', () => {
  const refusal = (ms: number) =>
    expect.objectContaining({
      code: 'INVALID_SOURCE',
      message: `\`now\` must give milliseconds from 0 to 9999999999999; it gave ${ms}.`,
    });

  expect(new HybridClock(() => 9_999_999_999_999, 0).next()).toBe('9999999999999-0000');
  for (const ms of [-1, 10_000_000_000_000, Number.NaN]) {
    expect(() => new HybridClock(() => ms, 0).next()).toThrow(refusal(ms));
  }
});

test('after the last stamp there is no other, and that is said', () => {
  const clock = new HybridClock(() => 0, 0);
  clock.saw('9999999999999-ffff');

  expect(() => clock.next()).toThrow(
    expect.objectContaining({
      code: 'INVALID_SOURCE',
      message: 'There is no event time left: an outcome has the last stamp that there is.',
    }),
  );
});

test('of two stamps of the same millisecond the one with the greater counter is the later', () => {
  const clock = new HybridClock(() => 5, 0);
  for (const stamp of ['0000000000005-0003', '0000000000005-0007', '0000000000005-0004']) clock.saw(stamp);

  expect(clock.next()).toBe('0000000000005-0008');
});
