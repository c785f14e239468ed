import type { PendingCall, Run } from '../../runtime/index.ts';
import { timeText } from '../world/index.ts';
import type { Style } from './style.ts';

/** What a run sleeps for, soonest first. */
export function sleepsOf(run: Run): (PendingCall & { until: number })[] {
  return run.pending
    .flatMap((call) => (call.state === 'sleeping' && call.until !== undefined ? [{ ...call, until: call.until }] : []))
    .sort((a, b) => a.until - b.until || a.position - b.position);
}

const shownMax = 5;

/** One line for each sleep, as far as one wants to read them. */
export function sleepLines(run: Run, now: number, style: Style): string[] {
  const sleeps = sleepsOf(run);
  const lines = sleeps
    .slice(0, shownMax)
    .map(({ position, until }) => `  position ${position}  ${style.name('sleep')}  ${untilText(until, now)}`);
  return sleeps.length > shownMax ? [...lines, `  … and ${sleeps.length - shownMax} more`] : lines;
}

/** As `until 2024-01-04 00:00:00 UTC, in 3 days`. */
export function untilText(until: number, now: number): string {
  return until <= now
    ? `until ${timeText(until)}, which is past`
    : `until ${timeText(until)}, in ${durationText(until - now)}`;
}

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
] as const;

/** The two greatest units of it, rounded up: whoever waits so long does not come too early. */
export function durationText(exactMs: number): string {
  const ms = Math.ceil(exactMs / 1000) * 1000;
  const at = units.findIndex(([, size]) => ms >= size);
  const [first, second] = at === -1 ? [units[3]] : units.slice(at, at + 2);
  const least = (second ?? first)?.[1] ?? 1000;
  const rounded = Math.ceil(ms / least) * least;
  const [count, rest] = [Math.floor(rounded / (first?.[1] ?? 1000)), rounded % (first?.[1] ?? 1000)];
  const parts = [counted(count, first?.[0] ?? 'second')];
  if (second !== undefined && rest > 0) parts.push(counted(rest / second[1], second[0]));
  return parts.join(' ');
}

function counted(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
