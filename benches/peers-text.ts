import type { BenchRatio, BenchRow } from './row.ts';

export interface PeersReport {
  readonly rows: readonly BenchRow[];
  /** Versions of what was measured, by package. */
  readonly versions: Readonly<Record<string, string>>;
  /** Where and when, in a line. */
  readonly measured: string;
}

/** The comparison as Markdown. A factor says how many times as much the peer takes. */
export function peersText({ rows, versions, measured }: PeersReport): string {
  const packages = Object.entries(versions).map(([name, version]) => `npm \`${name}\` ${version}`);
  return `# Peers

Lockstep beside ${packages.join(' and ')}, measured in the same rounds by \`npm run peers\`, which writes this file.
Times are CPU time of all threads together; factors are medians over the rounds.

${measured}

${table([heads, ...rows.flatMap(cellsOf)])}

${rows.map(({ name, what }) => `- **${name}**: ${what}.`).join('\n')}
`;
}

const heads = ['what', 'lockstep', 'peer', 'takes', 'factor', 'to reach'];

function cellsOf(row: BenchRow): string[][] {
  return row.ratios.map((ratio) => {
    const factor = 1 / ratio.ratio;
    return [row.name, amount(row, 1), ratio.to, amount(row, factor), `${figure(factor)} ×`, targetText(ratio)];
  });
}

/** The first line is the head. Columns are as wide as their widest cell, as the formatter wants it. */
function table(lines: readonly (readonly string[])[]): string {
  const widths = heads.map((_, column) => Math.max(...lines.map((cells) => cells[column]?.length ?? 0)));
  const line = (cells: readonly string[]) => `| ${cells.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(' | ')} |`;
  const [head = [], ...body] = lines;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('\n');
}

function targetText({ target, reached }: BenchRatio): string {
  if (target === undefined) return '–';
  return `${figure(1 / target.atMost)} × ${reached ? '✓' : '✗'}`;
}

function amount({ bytes, microseconds = Number.NaN }: BenchRow, factor: number): string {
  if (bytes !== undefined) return `${figure((bytes * factor) / 1000)} KB`;
  return `${figure((microseconds * factor) / 1000)} ms`;
}

function figure(value: number): string {
  return String(Number(value.toPrecision(3)));
}
