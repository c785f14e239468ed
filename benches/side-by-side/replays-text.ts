import { medianInterval, quartiles } from '../statistics.ts';
import { shapes as allShapes, type Shape } from '../workload.ts';
import { markdownTable } from './markdown-table.ts';
import type { ReplayCell, Sample } from './replays.ts';

export const ourName = 'Lockstep';

/** How many times as long a peer is to take, at least, at the largest size. */
export type ReplayBounds = Readonly<Record<string, number>>;

/** A table for each shape, and what could not be measured. */
export function replaysText(cells: readonly ReplayCell[], bounds: ReplayBounds): string {
  const shapes = (Object.keys(allShapes) as Shape[]).filter((shape) => cells.some((cell) => cell.shape === shape));
  return [
    ...shapes.map((shape) =>
      shapeText(
        cells.filter((cell) => cell.shape === shape),
        shape,
        bounds,
      ),
    ),
    missingText(cells),
  ]
    .filter((text) => text !== '')
    .join('\n\n');
}

function shapeText(cells: readonly ReplayCell[], shape: Shape, bounds: ReplayBounds): string {
  const sizes = [...new Set(cells.map(({ calls }) => calls))].sort((a, b) => a - b);
  const names = [...new Set(cells.map(({ name }) => name))];
  const largest = sizes.at(-1) ?? 0;
  const head = ['', ...sizes.map(count), `CPU, ${count(largest)}`, 'µs a call', 'times Lockstep', 'to reach'];
  const rows = names.map((name) => {
    const own = cells.filter((cell) => cell.name === name);
    const last = own.find(({ calls }) => calls === largest);
    const factor = factorAt(cells, name, largest);
    return [
      name,
      ...sizes.map((size) => msText(own.find(({ calls }) => calls === size)?.samples, 'wallMs')),
      msText(last?.samples, 'cpuMs'),
      perCall(last, largest),
      factorText(factor),
      boundText(factor?.median, bounds[name]),
    ];
  });
  return `### ${shape === 'sequential' ? 'Sequential' : 'Fan-out'}\n\n${markdownTable([head, ...rows])}`;
}

function factorText(factor: Factor | undefined): string {
  if (factor === undefined) return '–';
  const { median: middle, low, high } = factor;
  return low === undefined || high === undefined
    ? figure(middle)
    : `${figure(middle)} (${figure(low)}–${figure(high)})`;
}

interface Factor {
  readonly median: number;
  /** Where it lies with a confidence of 95 %; with fewer than six rounds, between the smallest and the largest. */
  /** Absent where it was measured once or twice. */
  readonly low?: number;
  readonly high?: number;
}

/** How many times as long as Lockstep a peer took, round by round. */
export function factorAt(cells: readonly ReplayCell[], name: string, calls: number): Factor | undefined {
  const samplesOf = (who: string): readonly Sample[] =>
    cells.find((cell) => cell.name === who && cell.calls === calls)?.samples ?? [];
  const [ours, theirs] = [samplesOf(ourName), samplesOf(name)];
  if (ours.length === 0 || theirs.length === 0) return undefined;
  const middle = median(ours);
  const ratios = theirs.map(({ wallMs }, round) => wallMs / (ours[round]?.wallMs ?? middle));
  if (theirs.length < 3) return { median: median(theirs) / middle };
  const { low, high } = medianInterval(ratios);
  const ends = Number.isFinite(low) ? { low, high } : { low: Math.min(...ratios), high: Math.max(...ratios) };
  return { median: quartiles(ratios).median, ...ends };
}

function median(samples: readonly Sample[]): number {
  return quartiles(samples.map(({ wallMs }) => wallMs)).median;
}

/** The peers that do not reach their bound at the largest size, or were not measured there. */
export function missedBounds(cells: readonly ReplayCell[], bounds: ReplayBounds): string[] {
  const largest = Math.max(...cells.map(({ calls }) => calls));
  return (Object.keys(allShapes) as Shape[]).flatMap((shape) => {
    const own = cells.filter((cell) => cell.shape === shape);
    return Object.entries(bounds).flatMap(([name, atLeast]) => {
      const factor = factorAt(own, name, largest);
      if (own.length === 0 || factor === undefined || factor.median >= atLeast) return [];
      return [`${name}, ${shape}, ${count(largest)} calls: ${figure(factor.median)} times, and not ${figure(atLeast)}`];
    });
  });
}

function missingText(cells: readonly ReplayCell[]): string {
  const lines = cells.flatMap(({ name, shape, calls, missing }) =>
    missing === undefined ? [] : [`- ${name}, ${shape}, ${count(calls)} calls: ${missing}`],
  );
  const few = cells.flatMap(({ name, shape, calls, samples }) =>
    samples.length > 0 && samples.length < 3
      ? [
          `- ${name}, ${shape}, ${count(calls)} calls: measured ${samples.length === 1 ? 'once, its first turn, which for the others does not count' : 'twice'}`,
        ]
      : [],
  );
  return [...lines, ...few].join('\n');
}

function msText(samples: readonly Sample[] | undefined, of: keyof Sample): string {
  if (samples === undefined || samples.length === 0) return '–';
  return figure(quartiles(samples.map((sample) => sample[of])).median);
}

function perCall(cell: ReplayCell | undefined, calls: number): string {
  if (cell === undefined || cell.samples.length === 0 || calls === 0) return '–';
  return figure((quartiles(cell.samples.map(({ wallMs }) => wallMs)).median * 1000) / calls);
}

function boundText(factor: number | undefined, atLeast: number | undefined): string {
  if (atLeast === undefined) return '–';
  return factor === undefined
    ? `${figure(atLeast)}, not measured`
    : `${figure(atLeast)} ${factor >= atLeast ? '✓' : '✗'}`;
}

function count(n: number): string {
  return String(n).replace(/\B(?=(\d{3})+$)/g, ',');
}

function figure(value: number): string {
  return value >= 1000 ? count(Math.round(value)) : String(Number(value.toPrecision(3)));
}
