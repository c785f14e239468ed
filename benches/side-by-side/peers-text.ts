import type { BenchRatio, BenchRow } from '../row.ts';
import { markdownTable } from './markdown-table.ts';
import type { ReplayCell } from './replays.ts';
import { type ReplayBounds, replaysText } from './replays-text.ts';

export interface PeersReport {
  /** Replays, by everybody. */
  readonly cells: readonly ReplayCell[];
  readonly bounds: ReplayBounds;
  /** The paused script and the warm thread, against one peer each. */
  readonly rows: readonly BenchRow[];
  readonly peers: readonly DescribedPeer[];
  /** Where and when, in a line. */
  readonly measured: string;
}

export interface DescribedPeer {
  readonly name: string;
  /** Packages with their versions, as `run 2.1.5`. */
  readonly packages: readonly string[];
  readonly how: string;
  readonly caveats: readonly string[];
  /** Why it could not be started. */
  readonly missing?: string;
}

/** The comparison as Markdown. */
export function peersText({ cells, bounds, rows, peers, measured }: PeersReport): string {
  const parts = [
    opening,
    measured,
    `## Replay: recorded calls, then a live one\n\n${replaysNote}`,
    replaysText(cells, bounds),
    `## A paused script, and a warm thread\n\n${rowsNote}`,
    markdownTable([heads, ...rows.flatMap(cellsOf)]),
    rows.map(({ name, what }) => `- **${name}**: ${what}.`).join('\n'),
    `## Who was measured, and what to know\n\n${peers.map(peerText).join('\n\n')}`,
  ];
  return `${parts.join('\n\n')}\n`;
}

const opening = `# Peers

Lockstep beside what one would take instead, measured in one process tree by \`npm run peers\`, which installs them and writes this file.`;

const replaysNote = `The same workflow for all: it made so many calls of \`step\`, each with a small object, one after the other or all at once; what was recorded of them is
given to it, it runs again from the top, and makes one more call, which nobody has recorded. Each checks the sum that this call is given. Wall time in milliseconds, medians over rounds in
which everybody has a turn (with nobody's first); \`CPU\` is that of all threads, and of the server where there is one. \`0\` is the same with nothing recorded: the start of a run, for those that do not resume one. \`times Lockstep\` is the median of the ratios in
each round at the largest size, with its interval of 95 %, or the range where a peer was too slow for six rounds. What each does at a replay is in its time: Lockstep's log is parsed and its script linked before, as in service; plain engines
evaluate the script and parse recorded answers anew.`;

const rowsNote = 'CPU time of all threads together; factors are medians over fifteen rounds.';

function peerText({ name, packages, how, caveats, missing }: DescribedPeer): string {
  const lines = missing === undefined ? caveats : [`**Not measured**: ${missing}`, ...caveats];
  return [
    `**${name}**${packages.length > 0 ? ` (${packages.join(', ')})` : ''}: ${how}.`,
    '',
    ...lines.map((line) => `- ${line}`),
  ].join('\n');
}

const heads = ['what', 'lockstep', 'peer', 'takes', 'factor', 'to reach'];

/** A factor says how many times as much the peer takes. */
function cellsOf(row: BenchRow): string[][] {
  return row.ratios.map((ratio) => {
    const factor = 1 / ratio.ratio;
    return [row.name, amount(row, 1), ratio.to, amount(row, factor), factorText(ratio), targetText(ratio)];
  });
}

function factorText({ ratio, interval }: BenchRatio): string {
  const range = interval === undefined ? '' : ` (${figure(1 / interval.high)}–${figure(1 / interval.low)})`;
  return `${figure(1 / ratio)} ×${range}`;
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
