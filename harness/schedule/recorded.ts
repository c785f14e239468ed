import type { Scheduler } from './scheduler.ts';

/** Plays a schedule: each number modulo how many possibilities there are; past its end, the first. */
export function recorded(schedule: readonly number[]): Scheduler {
  let step = 0;
  return { name: 'recorded', choose: (count) => (schedule[step++] ?? 0) % count };
}

/** The shortest schedule that makes these decisions: past its end it says 0, so zeros at the end say nothing. */
export function scheduleOf(decisions: readonly number[]): number[] {
  return decisions.slice(0, decisions.findLastIndex((decision) => decision !== 0) + 1);
}
