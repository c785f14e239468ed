import { figure } from '../number-text.ts';
import { type Curve, curvePlot, type Plot } from './curve-plot.ts';
import { html, type Markup } from './markup.ts';
import { pageText } from './page.ts';

/** What the page needs of a row of `lockstep bench`. */
export interface BenchPageRow {
  readonly name: string;
  readonly what: string;
  readonly microseconds?: number;
  readonly spread?: { readonly low: number; readonly high: number };
  readonly bytes?: number;
  readonly exponent?: number;
  readonly point?: { readonly curve: string; readonly entries: number };
  readonly ratios: readonly BenchPageRatio[];
}

interface BenchPageRatio {
  readonly to: string;
  readonly ratio: number;
  readonly interval?: { readonly low: number; readonly high: number };
  readonly yardstickMicroseconds?: number;
  readonly target?: { readonly atMost: number };
  readonly reached?: boolean;
}

export interface BenchPageFacts {
  readonly rows: readonly BenchPageRow[];
  readonly notes: readonly string[];
  readonly facts: readonly (readonly [name: string, value: string])[];
}

/** What was measured, as one page: curves of cost against the length of logs, and every row. */
export function benchPage({ rows, notes, facts }: BenchPageFacts): string {
  const missed = rows.filter(({ ratios }) => ratios.some(({ reached }) => reached === false));
  return pageText({
    title: 'lockstep bench',
    verdict: missed.length === 0 ? { word: 'REACHED', tone: 'good' } : { word: 'MISSED', tone: 'bad' },
    reasons: [...missed.map(({ name }) => `Not reached: ${name}.`), ...notes],
    facts,
    tables: [...plotsOf(rows).map((plot, i) => curvePlot(plot, `plot-${i + 1}`)), growthTable(rows), rowsTable(rows)],
    stories: [],
  });
}

/** One plot of times and one of sizes, where there is more than one length. */
export function plotsOf(rows: readonly BenchPageRow[]): Plot[] {
  const times = rows.filter(({ point, microseconds = 0 }) => point !== undefined && microseconds > 0);
  const sizes = rows.filter(({ point, bytes = 0 }) => point !== undefined && bytes > 0);
  const plots: Plot[] = [
    {
      title: 'Time against the length of the log',
      unit: 'µs',
      sizes: 'recorded calls',
      curves: [
        ...curvesOf(times, ({ microseconds = 0, spread }) => ({ cost: microseconds, ...spread })),
        ...yardsticks(times),
      ],
    },
    {
      title: 'Memory against the length of the log',
      unit: 'bytes',
      sizes: 'recorded calls',
      curves: curvesOf(sizes, ({ bytes = 0 }) => ({ cost: bytes })),
    },
  ];
  return plots.filter(({ curves }) => curves.some(({ points }) => points.length > 1));
}

type Cost = { readonly cost: number; readonly low?: number; readonly high?: number };

function curvesOf(rows: readonly BenchPageRow[], costOf: (row: BenchPageRow) => Cost): Curve[] {
  const names = [...new Set(rows.map(({ point }) => point?.curve ?? ''))];
  return names.map((name) => {
    const own = rows.filter(({ point }) => point?.curve === name);
    const points = own.map((row) => ({ size: row.point?.entries ?? 1, ...positive(costOf(row)) }));
    return { name, points: points.sort((a, b) => a.size - b.size) };
  });
}

/** A logarithm has no place for what a difference may come to where the machine was busy. */
function positive({ cost, low, high }: Cost): Cost {
  return low === undefined || high === undefined || low <= 0 ? { cost } : { cost, low, high };
}

/** The first yardstick of the first curve: what nobody can be below. */
function yardsticks(rows: readonly BenchPageRow[]): Curve[] {
  const [first] = rows;
  const to = first?.ratios[0]?.to;
  if (first?.point === undefined || to === undefined) return [];
  const { curve } = first.point;
  const points = rows
    .filter(({ point }) => point?.curve === curve)
    .flatMap(({ point, ratios }) => {
      const cost = ratios.find((ratio) => ratio.to === to)?.yardstickMicroseconds ?? 0;
      return point === undefined || cost <= 0 ? [] : [{ size: point.entries, cost }];
    });
  return [{ name: to, points: points.sort((a, b) => a.size - b.size), isYardstick: true }];
}

function growthTable(rows: readonly BenchPageRow[]): Markup {
  const growths = rows.filter(({ exponent }) => exponent !== undefined);
  if (growths.length === 0) return html``;
  const lines = growths.flatMap(({ name, what, exponent = 0, ratios }) =>
    ratios.map(
      (ratio) =>
        html`<tr><th scope="row">${name}</th><td class="figure">${figure(exponent)}</td><td class="figure">${rangeText(ratio)}</td><td class="figure${ratio.reached === false && ' bad'}">${boundText(ratio)}</td><td>${what}</td></tr>`,
    ),
  );
  return html`<div class="scroll" role="region" aria-label="Growth" tabindex="0"><table><caption>Growth: 1 is in step with the log</caption><thead><tr><th scope="col">of</th><th scope="col" class="figure">exponent</th><th scope="col" class="figure">95 %</th><th scope="col" class="figure">to reach</th><th scope="col">what it is</th></tr></thead><tbody>${lines}</tbody></table></div>`;
}

function rowsTable(rows: readonly BenchPageRow[]): Markup {
  const lines = rows.filter(({ exponent }) => exponent === undefined).flatMap(rowLines);
  return html`<div class="scroll" role="region" aria-label="All that was measured" tabindex="0"><table><caption>All that was measured</caption><thead><tr><th scope="col">what</th><th scope="col" class="figure">median</th><th scope="col" class="figure">ratio</th><th scope="col" class="figure">95 %</th><th scope="col">to</th><th scope="col" class="figure">to reach</th></tr></thead><tbody>${lines}</tbody></table></div>`;
}

function rowLines({ name, what, microseconds, bytes, ratios }: BenchPageRow): Markup[] {
  const amount = bytes === undefined ? `${figure(microseconds ?? Number.NaN)} µs` : `${figure(bytes)} B`;
  return ratios.map(
    (ratio, i) =>
      html`<tr>${i === 0 && html`<th scope="row" rowspan="${ratios.length}" title="${what}">${name}</th><td class="figure" rowspan="${ratios.length}">${amount}</td>`}<td class="figure">${figure(ratio.ratio)} ×</td><td class="figure">${rangeText(ratio)}</td><td>${ratio.to}</td><td class="figure${ratio.reached === false && ' bad'}">${boundText(ratio)}</td></tr>`,
  );
}

function rangeText({ interval }: BenchPageRatio): string {
  return interval === undefined ? '' : `${figure(interval.low)} to ${figure(interval.high)}`;
}

function boundText({ target, reached }: BenchPageRatio): string {
  return target === undefined ? '' : `${reached ? '✓' : '✗'} at most ${figure(target.atMost)}`;
}
