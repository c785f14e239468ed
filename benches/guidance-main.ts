import process from 'node:process';
import { loadWorkflow } from '../harness/index.ts';
import { Engine } from '../runtime/index.ts';
import { type GuidanceReport, guidanceOf, type Reach } from './guidance.ts';

/** `npm run guidance [seeds]`: ten seeds unless it is said otherwise. Takes some minutes and prints a row per workflow. */
const shipped = ['refund', 'travel', 'triage', 'import'].map((name) => ({
  file: `corpora/workflows/${name}/${name}.fuzz.ts`,
  cases: 300,
}));
const deep = ['order', 'ticket'].map((name) => ({ file: `benches/guidance/${name}.fuzz.ts`, cases: 2_000 }));

const seeds = Number(process.argv[2] ?? 10);
if (!Number.isSafeInteger(seeds) || seeds < 1) {
  process.stderr.write(
    `The number of seeds is "${process.argv[2]}"; give a whole number, as in: npm run guidance -- 20\n`,
  );
  process.exit(2);
}

const columns = [
  'workflow, cases',
  'places, reachable',
  'guided: places',
  'all',
  'cases',
  'blind: places',
  'all',
  'cases',
];
process.stdout.write(`${row(columns)}\n${row(columns.map(() => '-'))}\n`);
const engine = await Engine.load();
for (const { file, cases } of [...shipped, ...deep]) {
  const report = await guidanceOf(await loadWorkflow(file), { engine, seeds, cases });
  process.stdout.write(`${row(cellsOf(report, cases))}\n`);
}

function cellsOf({ workflow, places, reachable, guided, blind }: GuidanceReport, cases: number): string[] {
  return [`${workflow}, ${cases}`, `${places}, ${reachable}`, ...reachCells(guided), ...reachCells(blind)];
}

function reachCells({ places, fewest, all, cases }: Reach): string[] {
  return [`${places} (${fewest})`, `${all} of ${seeds}`, String(cases ?? '–')];
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}
