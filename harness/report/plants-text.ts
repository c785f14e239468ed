import { count } from './number-text.ts';
import type { PlantRow } from './report.ts';
import type { Style } from './style.ts';

/** A line for every plant: who caught it, and after how many cases. */
export function plantsText(plants: readonly PlantRow[], style: Style): string {
  if (plants.length === 0) return '';
  const names = Math.max(...plants.map(({ name }) => name.length));
  const cases = Math.max(...plants.map((plant) => count(plant.cases).length));
  const judges = Math.max(...plants.map(({ caughtBy }) => caughtBy.length));
  const lines = plants.map((plant) => plantText(plant, { names, cases, judges }, style));
  return ['  Plants, each a mistake that was put in on purpose, and the cases it took to notice:', ...lines].join('\n');
}

function plantText(
  plant: PlantRow,
  { names, cases, judges }: { names: number; cases: number; judges: number },
  style: Style,
): string {
  const { name, result, caughtBy, what, seen } = plant;
  const mark = result === 'caught' ? style.good('✓') : style.bad('✗');
  const number = count(plant.cases).padStart(cases);
  const line = `  ${mark} ${name.padEnd(names)}  ${number}  ${style.dim(caughtBy.padEnd(judges))}`;
  if (result === 'caught') return line.trimEnd();
  return `${line}  ${style.bad(result)}\n    ${result === 'stale' ? (seen ?? '') : what}`;
}
