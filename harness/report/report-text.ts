import { authorText } from '../../runtime/index.ts';
import type { Case } from '../case/index.ts';
import { boundsText } from './bounds-text.ts';
import { coverageLines } from './coverage-text.ts';
import { clip, clipTimeline, indent } from './excerpt.ts';
import { latencyText } from './latency-text.ts';
import { count, counted, duration, figure } from './number-text.ts';
import { plantsText } from './plants-text.ts';
import type { Failure, Part, PromiseTally, Report, Verdict } from './report.ts';
import { statesText } from './states-text.ts';
import type { Style } from './style.ts';

/** The summary of a campaign for a person, written so that somebody who has never seen this project can follow it. */
export function reportText(report: Report, style: Style): string {
  return [
    opening(report),
    promisesText(report.promises, style),
    partsText(report, style),
    statesText(report.states ?? [], style),
    plantsText(report.plants ?? [], style),
    latencyText(report.timing.latency, style),
    ...failuresText(report.failures, style),
    closing(report, style),
  ]
    .filter((block) => block !== '')
    .join('\n\n');
}

function opening(report: Report): string {
  return report.command === 'gate'
    ? 'Lockstep ran scripts in a simulated world that answers, fails, pauses and crashes as unluckily as it can,\n' +
        'ran each of them again from its log, and checked these promises:'
    : 'Lockstep ran the workflow with made-up inputs and answers, in an order, with failures, pauses and crashes that it\n' +
        'chose, ran each case again from its log, and checked these promises:';
}

function promisesText(promises: readonly PromiseTally[], style: Style): string {
  const widest = Math.max(0, ...promises.map((tally) => count(tally.judged).length));
  const groups = [...new Set(promises.map((tally) => tally.of))];
  return groups.map((of) => groupText(of, promises, widest, style)).join('\n');
}

function groupText(of: string, promises: readonly PromiseTally[], widest: number, style: Style): string {
  const lines = promises.filter((tally) => tally.of === of).map((tally) => promiseText(tally, widest, style));
  return [`  ${style.dim(groupTitles[of] ?? `Of ${of}`)}`, ...lines].join('\n');
}

const groupTitles: Record<string, string> = { runtime: 'Of the runtime', workflows: 'Of every workflow' };

function promiseText({ judged, failed, promise }: PromiseTally, widest: number, style: Style): string {
  const mark = failed > 0 ? style.bad('✗') : judged > 0 ? style.good('✓') : style.warn('–');
  const broken = failed > 0 ? style.bad(` (broken ${counted(failed, 'time')})`) : '';
  return `  ${mark} ${count(judged).padStart(widest)} ×  ${promise}${broken}`;
}

function partsText(report: Report, style: Style): string {
  const names = Math.max(0, ...report.parts.map((part) => part.name.length));
  const cases = Math.max(0, ...report.parts.map((part) => count(part.cases).length));
  const lines = report.parts.flatMap((part) => partLines(part, names, cases, style));
  const { casesPerSecondAndCore, threads, forks } = report.timing;
  const rate =
    casesPerSecondAndCore > 0
      ? `, ${figure(casesPerSecondAndCore)} ${report.command === 'gate' ? 'generated cases' : 'cases'} per second and core`
      : '';
  const saved = forks === undefined ? '' : `, ${figure(forks.ratio)} × as many new states per second from snapshots`;
  return [...lines, `  ${style.dim(`${counted(threads, 'thread')}${rate}${saved}`)}`].join('\n');
}

function partLines(part: Part, names: number, cases: number, style: Style): string[] {
  const mark = part.failed > 0 ? style.bad('✗') : style.good('✓');
  const failed = part.failed > 0 ? style.bad(`, ${count(part.failed)} failed`) : '';
  const unit = isOfHarness(part) ? '     ' : part.cases === 1 ? 'case ' : 'cases';
  const line = `  ${mark} ${part.name.padEnd(names)}  ${count(part.cases).padStart(cases)} ${unit}${failed}  ${style.dim(part.about)}`;
  return [line, ...part.notes.map((note) => `    ${style.warn(note)}`), ...coverageLines(part.coverage, style)];
}

/** It counts questions to the harness, and no cases. */
export function isOfHarness({ kind }: Part): boolean {
  return kind === 'self-checks' || kind === 'plants';
}

/** So many are shown in full: whoever breaks something basic breaks it everywhere. */
const shownMax = 5;

function failuresText(failures: readonly Failure[], style: Style): string[] {
  const shown = failures.slice(0, shownMax).map((failure, i) => failureText(failure, i + 1, style));
  const others = failures.slice(shownMax);
  if (others.length === 0) return shown;
  const lines = others.map(({ oracle, part, reproduce }) => `  ${style.bad(oracle)} in ${part}: ${reproduce}`);
  return [...shown, [`And ${counted(others.length, 'failure')} of other kinds:`, ...lines].join('\n')];
}

/** One failure: the promise, what happened, the smallest case, and how to see it again. */
export function failureText(failure: Failure, number: number, style: Style): string {
  const { oracle, part, occurrences, promise, divergence, timeline, reproduce } = failure;
  const more = occurrences > 1 ? `  (${count(occurrences)} cases like it; this is the smallest)` : '';
  const blocks = [
    `${style.bold(style.bad(`Failure ${number}: ${oracle}`))} in ${part}${more}`,
    // An invariant's name is its promise.
    promise.startsWith('Invariant:') ? '' : `  Promise that broke: ${promise}`,
    indent(clip(divergence, 30)),
    indent(placeText(failure)),
    // The author of a workflow has its script; the timeline says which lines of it were reached.
    failure.case !== undefined && failure.case.workflow === undefined ? caseText(failure.case) : '',
    failure.isLate ? `  ${style.warn(lateText)}` : '',
    timeline.length > 0 ? `  What happened:\n${indent(clipTimeline(timeline).join('\n'), 4)}` : '',
    `  See it again: ${style.bold(reproduce)}`,
  ];
  return blocks.filter((block) => block !== '').join('\n\n');
}

/** The author's line, for whoever reads this without the editor at hand. */
function placeText({ location, excerpt = [] }: Failure): string {
  if (location === undefined) return '';
  const { file, line, column } = location;
  return [`at ${file}:${line}:${column}`, ...excerpt].join('\n');
}

const lateText =
  'The time for making it smaller was over before all had been tried: it may come out smaller elsewhere.';

/** A case as a person reads it: its script and what the world did. Parts that say nothing are left out. */
export function caseText(kase: Case): string {
  const facts: [string, unknown, boolean][] = [
    ['input', kase.input, kase.input !== null],
    ['data', kase.data, JSON.stringify(kase.data) !== '{}' && kase.data !== null],
    ['answers of the actions, by position', kase.behaviours, kase.behaviours.some((list) => list.length > 0)],
    ['which call settles next', kase.schedule, kase.schedule.some((choice) => choice !== 0)],
    ['faults', kase.faults, kase.faults.length > 0],
    ['limits', kase.limits, kase.limits !== undefined],
    ['on interrupt', kase.onInterrupt, kase.onInterrupt !== 'stop'],
  ];
  const shown = facts.filter(([, , matters]) => matters).map(([name, value]) => `  ${name}: ${short(value)}`);
  return ['  Script:', indent(clip(authorText(kase.script).trimEnd(), 40), 4), ...shown].join('\n');
}

function short(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length <= 300 ? text : `${text.slice(0, 300)}… (${text.length} characters)`;
}

function closing(report: Report, style: Style): string {
  const word = verdictPaint(report.verdict, style)(report.verdict);
  const cases = report.parts.reduce((sum, part) => sum + (isOfHarness(part) ? 0 : part.cases), 0);
  return [
    `${word}  ${counted(cases, 'case')} in ${duration(report.timing.seconds)}`,
    ...report.reasons.map((reason) => `  ${reason}`),
    `  ${verdictMeaning[report.verdict]}`,
    ...boundsText(report.bounds ?? []),
    `seed ${report.seed}; the same campaign again: ${style.bold(report.reproduce)}`,
  ].join('\n');
}

const verdictMeaning: Record<Verdict, string> = {
  PASS: 'Every promise held in every case.',
  FAIL: 'A promise broke. Each failure above ends with the command that reproduces it.',
  INCONCLUSIVE: 'Nothing broke, but too little was done to call it a pass.',
  BROKEN: 'The harness itself cannot be trusted, so neither can a pass. This is not about your code.',
};

function verdictPaint(verdict: Verdict, style: Style): (text: string) => string {
  const paint = verdict === 'PASS' ? style.good : verdict === 'INCONCLUSIVE' ? style.warn : style.bad;
  return (text) => style.bold(paint(text));
}
