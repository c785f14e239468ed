import type { BenchRatio, BenchRow } from '../../benches/index.ts';
import { figure } from '../report/number-text.ts';
import type { Style } from '../report/style.ts';

/** Whether every figure that is to be reached is. */
export function benchReached(rows: readonly BenchRow[]): boolean {
  return rows.every(({ ratios }) => ratios.every(({ reached }) => reached !== false));
}

/**
 * The rows under the questions that they answer: what was done, the median of one operation, and how many times the yardstick that is, with
 * the interval in which that ratio's median lies.
 */
export function benchText(rows: readonly BenchRow[], style: Style): string {
  const lines = rows.flatMap(linesOf);
  const widths = [0, 1, 2, 3].map((column) => Math.max(...lines.map(({ cells }) => cells[column]?.length ?? 0)));
  const questions = [...new Set(lines.map(({ question }) => question))];
  return questions
    .map((question) => {
      const own = lines.filter((line) => line.question === question);
      return [style.bold(question), ...own.map((line) => lineText(line, widths, style))].join('\n');
    })
    .join('\n\n');
}

interface Line {
  readonly question: string;
  /** Name, amount, ratio, yardstick. */
  readonly cells: readonly string[];
  readonly ratio: BenchRatio | undefined;
}

/** One for each yardstick; the first has the name and the amount. */
function linesOf(row: BenchRow): Line[] {
  const [question = '', ...rest] = row.name.split(', ');
  const ratios = row.ratios.length > 0 ? row.ratios : [undefined];
  return ratios.map((ratio, at) => ({
    question,
    cells: [
      at === 0 ? rest.join(', ') : '',
      at === 0 ? amountText(row) : '',
      ratio === undefined ? '' : ratioText(row, ratio),
      ratio?.to ?? '',
    ],
    ratio,
  }));
}

function amountText({ microseconds, bytes, exponent }: BenchRow): string {
  if (exponent !== undefined) return `n^${figure(exponent)}`;
  return bytes === undefined ? `${figure(microseconds ?? Number.NaN)} µs` : `${figure(bytes)} B`;
}

/** An exponent is its own ratio to that of linear growth, 1. */
function ratioText({ exponent }: BenchRow, { ratio, interval }: BenchRatio): string {
  const range = interval === undefined ? '' : `(${figure(interval.low)}–${figure(interval.high)})`;
  return exponent === undefined ? `${figure(ratio)} × ${range}`.trimEnd() : range;
}

function lineText({ cells, ratio }: Line, widths: readonly number[], style: Style): string {
  const [name = '', amount = '', times = '', yardstick = ''] = cells;
  const columns = [
    name.padEnd(widths[0] ?? 0),
    amount.padStart(widths[1] ?? 0),
    times.padEnd(widths[2] ?? 0),
    yardstick.padEnd(widths[3] ?? 0),
  ];
  return `  ${columns.join('  ')}  ${ratio === undefined ? '' : targetText(ratio, style)}`.trimEnd();
}

function targetText({ target, reached }: BenchRatio, style: Style): string {
  if (target === undefined) return '';
  const bound = `at most ${figure(target.atMost)}`;
  return reached ? style.good(`✓ ${bound}`) : style.bad(`✗ ${bound}`);
}
