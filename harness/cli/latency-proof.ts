import { type MeasuredRatio, timesAsDear } from '../../benches/index.ts';
import { Engine } from '../../runtime/index.ts';
import type { Verdict } from '../campaign/index.ts';
import { findCheckout, PlantLoader, slowdown } from '../plants/index.ts';
import { figure } from '../report/number-text.ts';
import type { CheckedLatency } from './gate-latency.ts';

/** What the latency part of a gate is tried on, in a number of runs: a runtime as it is, or one that was slowed down. */
export interface Trials {
  readonly runtime: 'unchanged' | 'slowed down';
  readonly checked: readonly CheckedLatency[];
}

export interface Slowdown {
  readonly turns: number;
  /** What a replayed call costs with it, as a multiple of what it costs without, sequential and fanned out. */
  readonly sequential: MeasuredRatio;
  readonly fanOut: MeasuredRatio;
}

/** A fifth more, and how near that is enough. */
const wanted = 1.2;
const within = 0.02;
const triesMax = 5;

/** A slowdown with which a replayed call of a sequence costs a fifth more on this machine. Throws where none is found. */
export async function findSlowdown(): Promise<Slowdown> {
  const engine = await Engine.load();
  let turns = 1000;
  for (let tries = 0; tries < triesMax; tries++) {
    const slower = await slowedDown(turns);
    const sequential = await timesAsDear('sequential', slower, engine);
    if (Math.abs(sequential.value - wanted) <= within)
      return { turns, sequential, fanOut: await timesAsDear('fan-out', slower, engine) };
    if (sequential.value < 1.01)
      throw new Error(`${turns} turns cost nothing: the plant is not in the path of a replay.`);
    turns = Math.round((turns * (wanted - 1)) / (sequential.value - 1));
  }
  throw new Error(`No slowdown of a fifth was found in ${triesMax} tries: the machine is too noisy.`);
}

async function slowedDown(turns: number): Promise<Engine> {
  const checkout = findCheckout();
  if (checkout === undefined) throw new Error('There is no source to patch.');
  const plant = slowdown(turns);
  const loader = new PlantLoader(checkout, ['../../runtime/index'], [plant]);
  const planted = (await loader.load('../../runtime/index', plant)) as { readonly Engine: typeof Engine };
  return planted.Engine.load();
}

/** How often each verdict was given. */
export function verdicts({ checked }: Trials): Readonly<Record<Verdict, number>> {
  const count = (verdict: Verdict): number => checked.filter(({ judgement }) => judgement.verdict === verdict).length;
  return { PASS: count('PASS'), FAIL: count('FAIL'), INCONCLUSIVE: count('INCONCLUSIVE'), BROKEN: count('BROKEN') };
}

/** What the trials show: an unchanged runtime never fails, and one that was slowed down always does. */
export function judgeTrials(trials: readonly Trials[]): 'shown' | 'refuted' | 'too noisy to say' {
  const isWrong = (one: Trials): boolean => verdicts(one)[one.runtime === 'unchanged' ? 'FAIL' : 'PASS'] > 0;
  if (trials.some(isWrong)) return 'refuted';
  return trials.some((one) => verdicts(one).INCONCLUSIVE > 0 && one.runtime === 'slowed down')
    ? 'too noisy to say'
    : 'shown';
}

/** Two tables, as Markdown: how often which verdict was given, and how each figure came out. */
export function trialsText(trials: readonly Trials[]): string {
  return `${verdictTable(trials)}\n\n${figureTable(trials)}`;
}

function verdictTable(trials: readonly Trials[]): string {
  const rows = trials.map((one) => {
    const { PASS, FAIL, INCONCLUSIVE } = verdicts(one);
    const seconds = one.checked.map(({ report }) => report.seconds);
    return [one.runtime, one.checked.length, PASS, INCONCLUSIVE, FAIL, figure(Math.max(...seconds))];
  });
  return table(['runtime', 'runs', 'PASS', 'INCONCLUSIVE', 'FAIL', 'the longest took, s'], rows);
}

/** Of each figure the smallest and largest median of all attempts, and how often it was judged to be over its budget. */
function figureTable(trials: readonly Trials[]): string {
  const [first] = trials[0]?.checked ?? [];
  const rows = (first?.report.figures ?? []).map(({ name, atMost }) => [
    name,
    figure(atMost),
    ...trials.flatMap((one) => figureCells(one, name)),
  ]);
  return table(['figure', 'at most', ...trials.flatMap(({ runtime }) => [`${runtime}: medians`, 'FAIL'])], rows);
}

function figureCells({ checked }: Trials, name: string): string[] {
  const judged = checked.flatMap(({ report }) => report.figures.filter((one) => one.name === name));
  const values = judged.flatMap(({ attempts }) => attempts.map(({ value }) => value));
  const failed = judged.filter(({ verdict }) => verdict === 'FAIL').length;
  return [`${figure(Math.min(...values))} to ${figure(Math.max(...values))}`, String(failed)];
}

function table(columns: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;
  return [line(columns), line(columns.map(() => '-')), ...rows.map(line)].join('\n');
}
