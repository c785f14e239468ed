import { count, counted } from './number-text.ts';
import type { StateTally } from './report.ts';
import type { Style } from './style.ts';

/** So many of those that were reached are shown, the rarest. */
const rarestMax = 3;
/** So many of those that were missed are named: of a small campaign they are most. */
const missedMax = 8;

/** How many of the rare situations a campaign was in, how often in the rarest of them, and in which it never was. */
export function statesText(states: readonly StateTally[], style: Style): string {
  if (states.length === 0) return '';
  const reached = states.filter(({ cases }) => cases > 0).toSorted((a, b) => a.cases - b.cases);
  const missed = states.filter(({ cases }) => cases === 0).map(({ name }) => name);
  const rarest = reached.slice(0, rarestMax).map(({ name, cases }) => `${name} (${counted(cases, 'case')})`);
  const shown = rarest.length === 0 ? '' : `; the rarest: ${rarest.join(', ')}`;
  const lines = [`  Rare situations: ${count(reached.length)} of ${count(states.length)} were reached${shown}`];
  if (missed.length > 0) lines.push(`    ${style.warn(missedText(missed))}`);
  return lines.join('\n');
}

function missedText(names: readonly string[]): string {
  const others = names.length - missedMax;
  return `never reached: ${names.slice(0, missedMax).join(', ')}${others > 0 ? `, and ${count(others)} more` : ''}`;
}
