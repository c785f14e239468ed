import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { turnsEnded, underWay } from './protocol.ts';
import { Watchdog } from './watchdog.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function watched(wallMs: number) {
  const progress = new Int32Array(2);
  const hung: number[] = [];
  const watchdog = new Watchdog(
    progress,
    (errand) => (errand === 0 ? undefined : wallMs),
    (errand) => hung.push(errand),
  );
  watchdog.watch(wallMs);
  return { progress, hung, watchdog };
}

test('a turn that takes longer than it may hangs', () => {
  const { progress, hung } = watched(800);
  progress[underWay] = 5;

  vi.advanceTimersByTime(800);
  expect(hung).toEqual([]);
  vi.advanceTimersByTime(200);

  expect(new Set(hung)).toEqual(new Set([5]));
});

test('turns that end in time may be as many as they like, and so may errands', () => {
  const { progress, hung } = watched(800);

  for (let i = 1; i < 50; i++) {
    progress[i % 2 === 0 ? underWay : turnsEnded] = i;
    vi.advanceTimersByTime(700);
  }

  expect(hung).toEqual([]);
});

test('a thread that has nothing to do does not hang', () => {
  const { hung } = watched(800);

  vi.advanceTimersByTime(60_000);

  expect(hung).toEqual([]);
});

test('a host that was away counts what it has seen, not how late it is', () => {
  const { progress, hung } = watched(8_000);
  progress[underWay] = 5;
  vi.advanceTimersByTime(500);

  vi.setSystemTime(Date.now() + 3_600_000);
  vi.advanceTimersByTime(500);

  expect(hung).toEqual([]);
});

test('it does not look where nobody asks it to', () => {
  const { progress, hung, watchdog } = watched(800);
  progress[underWay] = 5;
  watchdog.rest();

  vi.advanceTimersByTime(60_000);

  expect(hung).toEqual([]);
  expect(vi.getTimerCount()).toBe(0);
});
