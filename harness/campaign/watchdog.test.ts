import { expect, test } from 'vitest';
import { Watchdog } from './watchdog.ts';

/** Asks once a second, for so many seconds in each of which the process has so much of a processor. */
const seconds = (count: number, share: number, progressOf: (second: number) => number): number | undefined => {
  let second = 0;
  const clocks = { wall: () => second * 1000, cpu: () => second * 1000 * share };
  const watchdog = new Watchdog(20_000, clocks);
  for (second = 1; second <= count; second++) if (watchdog.isOver(progressOf(second))) return second;
  return undefined;
};

test('what stands still is given up when its time is over', () => {
  expect(seconds(60, 1, () => 7)).toBe(21);
});

test('what goes on is not, however long it takes', () => {
  expect(seconds(600, 1, (second) => Math.floor(second / 15))).toBeUndefined();
});

test('on a busy machine it gets as much work done before it is given up', () => {
  expect(seconds(60, 0.1, () => 7)).toBeUndefined();
  expect(seconds(300, 0.1, () => 7)).toBe(201);
});

test('processors that other threads use as well do not make time pass more quickly', () => {
  expect(seconds(60, 2, () => 7)).toBe(21);
});

test('what waits without working is given up in the end', () => {
  expect(seconds(600, 0, () => 7)).toBe(301);
});
