import { duration, figure } from './number-text.ts';
import type { LatencyFigure, LatencyReport } from './report.ts';
import type { Style } from './style.ts';

/** A line for every figure of replay latency: what it is, between what, and what it may be. */
export function latencyText(latency: LatencyReport | undefined, style: Style): string {
  if (latency === undefined || latency.figures.length === 0) return '';
  const widths = [0, 1, 2].map((column) =>
    Math.max(...latency.figures.map((each) => cells(each)[column]?.length ?? 0)),
  );
  const lines = latency.figures.map((each) => {
    const [name, value, interval] = cells(each).map((cell, column) => cell.padEnd(widths[column] ?? 0));
    return `  ${mark(each, style)} ${name}  ${value}  ${style.dim(`${interval}  at most ${figure(each.atMost)}`)}`;
  });
  const opening = `  Replay latency, as ratios to yardsticks of the same rounds and as powers of a log's length (${duration(latency.seconds)}):`;
  return [opening, ...lines].join('\n');
}

function mark({ verdict }: LatencyFigure, style: Style): string {
  return { PASS: style.good('✓'), FAIL: style.bad('✗'), INCONCLUSIVE: style.warn('?') }[verdict];
}

/** Of the last attempt: it is the one that counts. */
function cells({ name, attempts }: LatencyFigure): string[] {
  const { value = Number.NaN, interval } = attempts.at(-1) ?? {};
  const range = interval === undefined ? 'too few rounds' : `${figure(interval.low)} to ${figure(interval.high)}`;
  return [name, figure(value), range];
}
