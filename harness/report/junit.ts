import junit, { type Builder, type TestSuite } from 'junit-report-builder';
import type { Failure, Part, PromiseTally, Report } from './report.ts';
import { caseText, isOfHarness } from './report-text.ts';

// The package's declarations describe its ES build; Node loads the CommonJS one, whose export is the builder itself.
const root = junit as unknown as Builder;

/**
 * The report as JUnit XML: one suite for the promises, one for what was examined, and one for the verdict, with an error
 * where no single failure explains it. Each failure is shown once, under its promise. Names of tests depend on no number, so that
 * they can be followed from report to report.
 */
export function junitXml(report: Report): string {
  const builder = root.newBuilder();
  const promises = builder.testSuite().name(`lockstep ${report.command}: promises`).time(report.timing.seconds);
  promises.property('seed', String(report.seed));
  promises.property('reproduce', report.reproduce);
  for (const tally of promisesWithFailures(report)) addPromise(promises, tally, report.failures);
  const parts = builder.testSuite().name(`lockstep ${report.command}: examined`);
  for (const part of report.parts) addPart(parts, part, report);
  addVerdict(builder.testSuite().name(`lockstep ${report.command}: verdict`), report);
  return builder.build().replaceAll(cdataEndMark, ']]]]><![CDATA[>');
}

/** Promises as tallied, and those that only a failure names: the thread that ran the case was lost, say. */
function promisesWithFailures(report: Report): PromiseTally[] {
  const others = report.failures.filter((failure) => !report.promises.some((tally) => isAbout(failure, tally)));
  const named = new Map(others.map((failure) => [failure.oracle, failure]));
  const untallied = [...named.values()].map(({ part, oracle, promise, occurrences }) => {
    return { of: part, oracle, promise, judged: 0, failed: occurrences };
  });
  return [...report.promises, ...untallied];
}

function isAbout(failure: Failure, { of, oracle }: PromiseTally): boolean {
  return failure.oracle === oracle && (of === 'runtime' || of === 'workflows' || of === failure.part);
}

function addPromise(suite: TestSuite, tally: PromiseTally, failures: readonly Failure[]): void {
  const test = suite.testCase().className(`lockstep.${tally.of}.${tally.oracle}`).name(clean(tally.promise));
  const broken = failures.filter((failure) => isAbout(failure, tally));
  if (broken.length === 0) return;
  test.failure(clean(broken.map((failure) => failure.divergence.split('\n')[0]).join('; ')), tally.oracle);
  test.stacktrace(content(broken.map(failureDetail).join('\n\n')));
}

function failureDetail(failure: Failure): string {
  const shown = failure.case === undefined ? [] : [caseText(failure.case)];
  return [failure.divergence, ...shown, `See it again: ${failure.reproduce}`].join('\n\n');
}

function addPart(suite: TestSuite, part: Part, report: Report): void {
  const { kind, name, about, cases, failed, notes } = part;
  const test = suite.testCase().className(`lockstep.${kind}`).name(clean(name));
  test.standardOutput(content([`${cases}: ${about}`, ...notes].join('\n')));
  if (failed === 0) return;
  const text = `${failed} of ${cases} failed`;
  if (isOfHarness(part)) test.error(text, 'BROKEN', content(harnessDetail(part, report)));
  else test.failure(`${text}; see the promises`, 'failed');
}

/** What the harness has not noticed, or what it answers wrongly. */
function harnessDetail({ kind, notes }: Part, { plants = [] }: Report): string {
  if (kind !== 'plants') return notes.join('\n');
  const missed = plants.filter(({ result }) => result !== 'caught');
  return missed.map(({ name, result, what, caughtBy }) => `${name} (${result}; for ${caughtBy}): ${what}`).join('\n');
}

function addVerdict(suite: TestSuite, { verdict, reasons }: Report): void {
  const test = suite.testCase().className('lockstep').name('the campaign is conclusive');
  if (verdict !== 'INCONCLUSIVE' && verdict !== 'BROKEN') return;
  test.error(clean(reasons.join(' ')), verdict, content(reasons.join('\n')));
}

/** XML 1.0 has no way to write most control characters and lone surrogates. */
function clean(text: string): string {
  return text.replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FDCF}\u{FDF0}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '\u{FFFD}');
}

/** Stands for the end of a CDATA section in its text, of which the builder escapes the first only. No clean text has it. */
const cdataEndMark = ']]\u{FDD0}>';

/** Text of an element, which the builder writes as CDATA. */
function content(text: string): string {
  return clean(text).replaceAll(']]>', cdataEndMark);
}
