import junit, { type Builder, type TestSuite } from 'junit-report-builder';
import type { Failure, Part, PromiseTally, Report } from './report.ts';
import { caseText } from './report-text.ts';

// The package's declarations describe its ES build; Node loads the CommonJS one, whose export is the builder itself.
const root = junit as unknown as Builder;

/**
 * The report as JUnit XML: one suite for the promises, one for what was examined, and an error in a suite of its own for
 * a verdict that no single failure explains. Each failure is shown once, under its promise.
 */
export function junitXml(report: Report): string {
  const builder = root.newBuilder();
  const promises = builder.testSuite().name(`lockstep ${report.command}: promises`).time(report.timing.seconds);
  promises.property('seed', String(report.seed));
  promises.property('reproduce', report.reproduce);
  for (const tally of promisesWithFailures(report)) addPromise(promises, tally, report.failures);
  const parts = builder.testSuite().name(`lockstep ${report.command}: examined`);
  for (const part of report.parts) addPart(parts, part);
  if (report.verdict === 'INCONCLUSIVE' || report.verdict === 'BROKEN') {
    const verdict = builder.testSuite().name(`lockstep ${report.command}: verdict`).testCase();
    verdict.className('lockstep').name('the campaign is conclusive');
    verdict.error(clean(report.reasons.join(' ')), report.verdict);
  }
  return builder.build();
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
  test.stacktrace(clean(broken.map(failureDetail).join('\n\n')));
}

function failureDetail(failure: Failure): string {
  const shown = failure.case === undefined ? [] : [caseText(failure.case)];
  return [failure.divergence, ...shown, `See it again: ${failure.reproduce}`].join('\n\n');
}

function addPart(suite: TestSuite, part: Part): void {
  const test = suite
    .testCase()
    .className(`lockstep.${part.kind}`)
    .name(clean(`${part.name} (${part.cases} cases)`));
  if (part.failed > 0) test.failure(`${part.failed} of ${part.cases} cases failed; see the promises`, 'failed');
}

/** XML 1.0 has no way to write most control characters and lone surrogates. */
function clean(text: string): string {
  return text.replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '\u{FFFD}');
}
