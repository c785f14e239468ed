import type { Scheduler } from './scheduler.ts';

/** Plays a schedule: each number modulo how many possibilities there are; past its end, the first. */
export function recorded(schedule: readonly number[]): Scheduler {
  let step = 0;
  return { name: 'recorded', choose: (count) => (schedule[step++] ?? 0) % count };
}
