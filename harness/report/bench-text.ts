import { figure } from './number-text.ts';
import type { Style } from './style.ts';

/** One measurement. The JSON of `lockstep bench --json F` has a list of them; see SCHEMA.md. */
export interface BenchRow {
  /** The question that it answers, as `replay a recorded call`. */
  name: string;
  /** What was done, in a sentence. */
  what: string;
  /** Median of one operation; absent where a size was measured. */
  microseconds?: number;
  /** A size. */
  bytes?: number;
  ratios: BenchRatio[];
}

/** A measurement against a yardstick that was measured in the same rounds. */
export interface BenchRatio {
  /** The yardstick, as `the guest's own floor`. */
  to: string;
  ratio: number;
  /** What is to be reached; absent where the figure is only reported. */
  target?: { atMost: number };
}

export function benchReached(rows: readonly BenchRow[]): boolean {
  return rows.every((row) => row.ratios.every((ratio) => reached(ratio) !== false));
}

/** Whether a figure is reached; nothing where there is none to reach. */
export function reached({ ratio, target }: BenchRatio): boolean | undefined {
  if (target === undefined) return undefined;
  return ratio <= target.atMost;
}

export function benchText(rows: readonly BenchRow[], style: Style): string {
  const table = rows.flatMap((row) => cells(row, style));
  const widths = [0, 1, 2].map((column) => Math.max(...table.map((line) => line.cells[column]?.length ?? 0)));
  const lines = table.map(({ cells: [name = '', time = '', ratio = ''], mark }) => {
    return `${name.padEnd(widths[0] ?? 0)}  ${time.padStart(widths[1] ?? 0)}  ${ratio.padEnd(widths[2] ?? 0)}  ${mark}`.trimEnd();
  });
  return lines.join('\n');
}

function cells(row: BenchRow, style: Style): { cells: string[]; mark: string }[] {
  const amount = row.bytes === undefined ? `${figure(row.microseconds ?? Number.NaN)} µs` : `${figure(row.bytes)} B`;
  const ratios = row.ratios.length > 0 ? row.ratios : [undefined];
  return ratios.map((ratio, i) => ({
    cells: [i === 0 ? row.name : '', i === 0 ? amount : '', ratio ? `${figure(ratio.ratio)} × ${ratio.to}` : ''],
    mark: ratio ? targetText(ratio, style) : '',
  }));
}

function targetText(ratio: BenchRatio, style: Style): string {
  const { target } = ratio;
  if (target === undefined) return '';
  const bound = `at most ${figure(target.atMost)}`;
  return reached(ratio) ? style.good(`✓ ${bound}`) : style.bad(`✗ ${bound}`);
}
