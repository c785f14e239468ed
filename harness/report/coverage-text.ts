import { counted } from './number-text.ts';
import type { Coverage, Unreached } from './report.ts';
import type { Style } from './style.ts';

/** So many places are shown; the others are in the JSON. */
const shownMax = 12;
const widthMax = 100;

/** What of a script was reached, and the lines of what was not. A script without branches has nothing to say. */
export function coverageLines(coverage: Coverage | undefined, style: Style): string[] {
  if (coverage === undefined) return [];
  const { branches, functions, unreached } = coverage;
  if (branches.total === 0 && unreached.length === 0) return [];
  const called = functions.reached < functions.total ? `, ${shareText(functions, 'function')} called` : '';
  const figures = `    branches: ${branches.reached} of ${branches.total} reached${called}`;
  if (unreached.length === 0) return [figures];
  const left = unreached.length - shownMax;
  return [
    `${figures}; never reached:`,
    ...unreached.slice(0, shownMax).flatMap((place, index) => placeLines(place, unreached[index - 1], style)),
    ...(left > 0 ? [`      and ${counted(left, 'place')} more`] : []),
  ];
}

function shareText({ reached, total }: Coverage['functions'], noun: string): string {
  return `${reached} of ${counted(total, noun)}`;
}

/** The author's line, with what is meant marked below it. The file is named where it changes. */
function placeLines(place: Unreached, before: Unreached | undefined, style: Style): string[] {
  const { location, what } = place;
  const isNew = location.file !== before?.location.file;
  const number = String(location.line);
  const { text, pad, mark } = marked(place);
  return [
    ...(isNew ? [`      ${style.dim(location.file)}`] : []),
    `      ${number} | ${text}`,
    `      ${' '.repeat(number.length)} | ${pad}${style.warn(`${mark} ${what}`)}`,
  ];
}

/** Long lines are cut round what is marked; tabs stay tabs, so that the marks stand below it. */
function marked({ text: line, location, end }: Unreached): { text: string; pad: string; mark: string } {
  const first = location.column - 1;
  const indent = Math.min(line.search(/\S|$/), first);
  const from = first - indent > widthMax ? first - 10 : indent;
  const text = line.slice(from, from + widthMax);
  const last = end.line === location.line ? end.column - 1 : line.length;
  const width = Math.max(1, Math.min(last, from + text.length) - first);
  const lines = end.line > location.line ? ` (to line ${end.line})` : '';
  return { text, pad: line.slice(from, first).replace(/[^\t]/g, ' '), mark: `${'~'.repeat(width)}${lines}` };
}
