import { firstDifference, type Json } from '../../runtime/index.ts';
import type { BreakReason, ChangeBreak, ChangeReport, PausePoint, PlacedCall, Share } from '../change/index.ts';
import { indent } from './excerpt.ts';
import { count, counted } from './number-text.ts';
import type { Style } from './style.ts';

/** A command as the reader has to type it. */
type Typed = (command: string) => string;

/** What a change of script breaks, for a person. */
export function changeText(report: ChangeReport, style: Style, typed: Typed = (command) => command): string {
  const { breaks, safe, notes } = report;
  const parts = [
    [verdictLine(report, style)],
    ...breaks.map((found) => breakLines(found, report, style, typed)),
    pauseLines(report.pausePoints, style),
    safe.map((sentence) => `${style.good('✓')} ${sentence}`),
    triedLines(report),
    notes.map((note) => `note: ${note}`),
    [`Again: ${typed(report.reproduce)}`],
  ];
  return parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

function verdictLine({ verdict, breaks, old, new: next }: ChangeReport, style: Style): string {
  const what = `${old} → ${next}`;
  if (verdict === 'PASS') return `${style.bold(style.good('PASS'))}  ${what}`;
  const deciding = breaks.filter(({ decides }) => decides).length;
  return `${style.bold(style.bad('FAIL'))}  ${what}: runs in flight break in ${deciding === 1 ? 'one way' : `${deciding} ways`}`;
}

function breakLines(found: ChangeBreak, { old, new: next }: ChangeReport, style: Style, typed: Typed): string[] {
  const { reason, decides, position, pausePoints, recorded, smallest } = found;
  const mark = decides ? style.bad('✗') : style.warn('!');
  const at = position === undefined ? '' : `position ${position}: `;
  return [
    `${mark} ${at}${style.bold(reasons[reason])} ${style.dim(`(${reason})`)}`,
    ...(found.old === undefined ? [] : [`    old  ${callText(found.old)}`]),
    `    new  ${found.new === undefined ? 'nothing' : callText(found.new)}`,
    ...differLine(found),
    `    breaks ${brokenText(found)}`,
    ...pausePoints.map((point) => `    at the pause ${pointText(point)}`),
    ...recorded.map((file) => `    recorded: ${file}`),
    ...(decides ? [] : ['    Only runs that no pause holds any more: let them end before the old script goes.']),
    `    The smallest, with input ${JSON.stringify(smallest.input)}:`,
    ...smallest.lines.map((line) => indent(line, 4)),
    ...(smallest.file === undefined ? [] : [`    See it again: ${typed(again(smallest.file, old, next))}`]),
  ];
}

function again(file: string, old: string, next: string): string {
  return `lockstep check-change ${old} ${next} --logs ${file} --cases 0`;
}

/** The place where two inputs part. */
function differLine({ reason, old, new: now }: ChangeBreak): string[] {
  if (reason !== 'input' || old?.input === undefined || now?.input === undefined) return [];
  const difference = firstDifference(old.input, now.input);
  if (difference === undefined) return [];
  const { path, recorded, observed } = difference;
  return [`    they differ at ${path}: ${sideText(recorded)} then, ${sideText(observed)} now`];
}

function sideText(value: Json | undefined): string {
  return value === undefined ? 'nothing' : short(value);
}

const reasons: Readonly<Record<BreakReason, string>> = {
  kind: 'the script does something else here than it did',
  name: 'another action is called here',
  input: 'the action is given something else',
  unreached: 'the call that was made here is not made any more',
  order: 'the outcomes come in an order that the script cannot take them in',
  link: 'the script calls an action that runs in flight do not have',
  'action-gone': 'the action that was called does not exist any more',
};

function callText({ kind, name, input, location }: PlacedCall): string {
  const place = location === undefined ? '' : `   at ${location.file}:${location.line}:${location.column}`;
  return kind !== 'action' || input === undefined ? `${name}${place}` : `${name}(${short(input)})${place}`;
}

function brokenText({ paused, running, recorded }: ChangeBreak): string {
  const parts = [
    ...(paused.broken > 0 ? [`${of(paused)} paused runs`] : []),
    ...(running.broken > 0 ? [`${of(running)} runs that are cut off`] : []),
    ...(recorded.length > 0 ? [counted(recorded.length, 'recorded run')] : []),
  ];
  return parts.join(', ');
}

function of({ broken, runs }: Share): string {
  return `${count(broken)} of ${count(runs)}`;
}

function pauseLines(points: readonly PausePoint[], style: Style): string[] {
  if (points.length === 0) return [];
  const lines = points.map((point) => {
    const mark = point.broken === 0 ? style.good('✓') : style.bad('✗');
    return `  ${mark} ${pointText(point)}${point.broken === 0 ? ', safe' : ''}`;
  });
  return ['Runs that wait at a pause, and break:', ...lines];
}

function pointText({ action, location, broken, runs }: PausePoint): string {
  const at = location === undefined ? '' : ` at ${location.file}:${location.line}:${location.column}`;
  return `${action}${at}: ${count(broken)} of ${counted(runs, 'run')}`;
}

function triedLines({ paused, running, recorded, finished, cases }: ChangeReport): string[] {
  const made = `Tried: ${counted(paused.runs, 'paused run')} and ${count(running.runs)} that are cut off after a turn, made up in ${counted(cases, 'case')}; ${counted(recorded.runs, 'recorded run')} in flight.`;
  if (paused.runs + running.runs + recorded.runs === 0) return ['Nothing was in flight, so nothing was tried.'];
  if (finished.runs === 0) return [made];
  const over = `${counted(finished.runs, 'recorded run')} ${finished.runs === 1 ? 'is' : 'are'} over and cannot break; ${count(finished.broken)} of them would have gone otherwise.`;
  return [made, over];
}

function short(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > 160 ? `${text.slice(0, 160)}…` : text;
}
