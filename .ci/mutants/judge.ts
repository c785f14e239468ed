import { changeText, keyOf, type ListedSurvivor, type Survivor } from './survivors.ts';

/** What is read of Stryker's report (mutation-testing-report-schema 2). */
export interface MutationReport {
  readonly files: Readonly<Record<string, MutatedFile>>;
}

export interface MutatedFile {
  readonly source: string;
  readonly mutants: readonly Mutant[];
}

export interface Mutant {
  readonly mutatorName: string;
  readonly replacement?: string;
  readonly status: string;
  /** Lines and columns count from 1. */
  readonly location: { readonly start: Place; readonly end: Place };
}

interface Place {
  readonly line: number;
  readonly column: number;
}

export interface Counts {
  readonly killed: number;
  readonly survived: number;
  /** No kills: a loop without end was not noticed by any test. */
  readonly timeouts: number;
  readonly notCovered: number;
  /** Mutants of which nothing is known, because the run of their tests broke down. There must be none. */
  readonly broken: number;
  /** Not tried. No part of the score. */
  readonly leftOut: number;
}

export interface Judgement extends Counts {
  readonly files: Readonly<Record<string, Counts>>;
  /** Percent of all mutants that a test has noticed, cut to a tenth. */
  readonly score: number;
  readonly unlisted: readonly Survivor[];
  /** Listed, but noticed now, or not there any more. */
  readonly outdated: readonly ListedSurvivor[];
}

/** Of the files in the report alone: what is listed of others is not looked at. */
export function judge(report: MutationReport, listed: readonly ListedSurvivor[]): Judgement {
  const survivors = Object.entries(report.files).flatMap(([name, file]) => survivorsOf(name, file));
  const alive = new Set(survivors.map(keyOf));
  const known = new Set(listed.map(keyOf));
  const all = countsOf(Object.values(report.files).flatMap(({ mutants }) => mutants));
  return {
    ...all,
    files: Object.fromEntries(Object.entries(report.files).map(([name, { mutants }]) => [name, countsOf(mutants)])),
    score: scoreOf(all),
    unlisted: survivors.filter((survivor) => !known.has(keyOf(survivor))),
    outdated: listed.filter((survivor) => survivor.file in report.files && !alive.has(keyOf(survivor))),
  };
}

export function scoreOf({ killed, survived, timeouts, notCovered, broken }: Counts): number {
  const all = killed + survived + timeouts + notCovered + broken;
  return all === 0 ? 100 : Math.floor((killed / all) * 1000) / 10;
}

function countsOf(mutants: readonly Mutant[]): Counts {
  const count = (...statuses: string[]) => mutants.filter(({ status }) => statuses.includes(status)).length;
  return {
    killed: count('Killed'),
    survived: count('Survived'),
    timeouts: count('Timeout'),
    notCovered: count('NoCoverage'),
    broken: count('RuntimeError', 'CompileError', 'Pending'),
    leftOut: count('Ignored'),
  };
}

function survivorsOf(file: string, { source, mutants }: MutatedFile): Survivor[] {
  const lines = source.split('\n');
  return mutants
    .filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
    .toSorted(
      (a, b) => a.location.start.line - b.location.start.line || a.location.start.column - b.location.start.column,
    )
    .map(({ mutatorName, replacement = '', location }) => ({
      file,
      line: (lines[location.start.line - 1] ?? '').trim(),
      change: changeText(mutatorName, textAt(lines, location), replacement),
    }));
}

function textAt(lines: readonly string[], { start, end }: Mutant['location']): string {
  const inside = lines.slice(start.line - 1, end.line);
  const last = inside.length - 1;
  return inside
    .map((line, index) => line.slice(index === 0 ? start.column - 1 : 0, index === last ? end.column - 1 : undefined))
    .join('\n');
}
