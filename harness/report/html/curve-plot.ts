import { scaleLog } from 'd3-scale';
import { line } from 'd3-shape';
import { figure } from '../number-text.ts';
import { html, type Markup } from './markup.ts';

/** A cost at several sizes. */
export interface Curve {
  readonly name: string;
  /** Ascending by size; sizes and costs above zero. `low` and `high`: where the cost lies. */
  readonly points: readonly CurvePoint[];
  /** It is what others are measured against. */
  readonly isYardstick?: boolean;
}

export interface CurvePoint {
  readonly size: number;
  readonly cost: number;
  readonly low?: number;
  readonly high?: number;
}

export interface Plot {
  readonly title: string;
  /** Of the costs, as `µs`. */
  readonly unit: string;
  /** What the sizes are, as `recorded calls`. */
  readonly sizes: string;
  readonly curves: readonly Curve[];
}

const width = 640;
const height = 340;
const margin = { top: 14, right: 40, bottom: 46, left: 64 };

/**
 * Costs against sizes, both as logarithms, so that a constant cost is level and one that grows with its size climbs one to one. Every
 * point is named for whoever points at it; the numbers are for whoever cannot see it in the description.
 */
export function curvePlot(plot: Plot, id: string): Markup {
  const points = plot.curves.flatMap((curve) => curve.points);
  const x = scaleLog(extent(points.map(({ size }) => size)), [margin.left, width - margin.right]);
  const y = scaleLog(padded(points), [height - margin.bottom, margin.top]);
  const curves = plot.curves.map((curve, i) =>
    curveMarkup(
      curve,
      i,
      plot,
      (size) => x(size),
      (cost) => y(cost),
    ),
  );
  return html`<figure class="plot"><figcaption id="${id}-title">${plot.title}</figcaption>
<svg viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="${id}-title" aria-describedby="${id}-text">
${sizesOf(points).map((size) => verticalRule(x(size), size))}
${y
  .ticks(4)
  .filter(isRound)
  .map((cost) => horizontalRule(y(cost), cost))}
<text class="axis" x="${(width + margin.left) / 2}" y="${height - 8}" text-anchor="middle">${plot.sizes}</text>
<text class="axis" x="${-height / 2}" y="16" transform="rotate(-90)" text-anchor="middle">${plot.unit}</text>
${curves}
</svg>
<ul class="legend">${plot.curves.map((curve, i) => html`<li class="${classOf(curve, i)}"><svg viewBox="0 0 28 10" aria-hidden="true"><path d="M0 5H28"/></svg> ${curve.name}</li>`)}</ul>
<p id="${id}-text" class="unseen">${plot.curves.map((curve) => described(curve, plot))}</p></figure>`;
}

function extent(values: readonly number[]): [number, number] {
  return [Math.min(...values), Math.max(...values)];
}

/** Some room above and below, and at least a decade. */
function padded(points: readonly CurvePoint[]): [number, number] {
  const [low, high] = extent(points.flatMap(({ cost, low, high }) => [cost, low ?? cost, high ?? cost]));
  const wider = Math.max(1.15, Math.sqrt(10 / (high / low)));
  return [low / wider, high * wider];
}

function sizesOf(points: readonly CurvePoint[]): number[] {
  return [...new Set(points.map(({ size }) => size))].sort((a, b) => a - b);
}

/** 1, 2 and 5 in each decade: what a reader can read off. */
function isRound(value: number): boolean {
  const lead = value / 10 ** Math.floor(Math.log10(value) + 1e-9);
  return [1, 2, 5].some((round) => Math.abs(lead - round) < 1e-6);
}

function verticalRule(x: number, size: number): Markup {
  const at = x.toFixed(1);
  return html`<path class="rule" d="M${at} ${margin.top}V${height - margin.bottom}"/><text x="${at}" y="${height - margin.bottom + 17}" text-anchor="middle">${figure(size)}</text>`;
}

function horizontalRule(y: number, cost: number): Markup {
  const at = y.toFixed(1);
  return html`<path class="rule" d="M${margin.left} ${at}H${width - margin.right}"/><text x="${margin.left - 8}" y="${at}" dy="4" text-anchor="end">${figure(cost)}</text>`;
}

type Place = (value: number) => number;

function curveMarkup(curve: Curve, index: number, plot: Plot, x: Place, y: Place): Markup {
  const path = line<CurvePoint>(
    ({ size }) => x(size),
    ({ cost }) => y(cost),
  ).digits(1);
  const dots = curve.points.map((point) => {
    const [cx, cy] = [x(point.size).toFixed(1), y(point.cost).toFixed(1)];
    const { low, high } = point;
    const bar =
      low === undefined || high === undefined
        ? ''
        : html`<path d="M${cx} ${y(low).toFixed(1)}V${y(high).toFixed(1)}"/>`;
    return html`${bar}<circle cx="${cx}" cy="${cy}" r="4"><title>${curve.name}, ${pointText(point, plot)}</title></circle>`;
  });
  return html`<g class="${classOf(curve, index)}"><path d="${path([...curve.points]) ?? ''}"/>${dots}</g>`;
}

function classOf({ isYardstick }: Curve, index: number): string {
  return isYardstick ? 'curve yardstick' : `curve curve-${(index % 4) + 1}`;
}

function described(curve: Curve, plot: Plot): string {
  return `${curve.name}: ${curve.points.map((point) => pointText(point, plot)).join('; ')}. `;
}

function pointText({ size, cost }: CurvePoint, { sizes, unit }: Plot): string {
  return `${figure(size)} ${sizes}: ${figure(cost)} ${unit}`;
}
