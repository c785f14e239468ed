import { count, counted } from './number-text.ts';
import type { ScheduleBound } from './report.ts';

/** What the schedules were good for, a line per depth; see `ScheduleBound`. Empty where nothing was scheduled like that. */
export function boundsText(bounds: readonly ScheduleBound[]): string[] {
  const used = bounds.filter(({ cases }) => cases > 0);
  if (used.length === 0) return [];
  return [
    '  A bug in all of these scripts that takes d orderings of their calls would have shown with at least this probability (PCT):',
    ...used.map(lineOf),
  ];
}

function lineOf({ depth, chains, steps, cases, probability }: ScheduleBound): string {
  const size = `n = ${count(chains)} concurrent calls, k = ${count(steps)} steps, ${counted(cases, 'case')}`;
  return `    d = ${depth}  ${percent(probability).padStart(9)}  ${size}`;
}

function percent(probability: number): string {
  return probability > 0.9999 ? '> 99.99 %' : `${Number((100 * probability).toPrecision(3))} %`;
}
