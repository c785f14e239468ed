import { reportPage, storiesMax } from '../report/html/index.ts';
import type { Report } from '../report/report.ts';
import type { Timeline, VerdictFacts } from '../timeline/index.ts';
import { checkWritable, writeWhole } from './files.ts';
import type { TimelineSubject } from './job.ts';
import type { Terminal } from './terminal.ts';
import { inThread } from './thread.ts';

/** Asked before a long command begins. */
export function checkHtml(option: string | undefined): void {
  if (option !== undefined) checkWritable(option, '--html');
}

/** What the page of a gate or of the fuzzer shows of each failure is played once more. */
export async function writeReportPage(option: string | undefined, report: Report, terminal: Terminal): Promise<void> {
  if (option === undefined) return;
  const subjects = report.failures.slice(0, storiesMax).map(subjectOf);
  const told = await tellTimelines(
    subjects.flatMap((subject) => subject ?? []),
    terminal,
  );
  const timelines = subjects.map((subject) => (subject === undefined ? undefined : (told.shift() ?? undefined)));
  writeWhole(option, reportPage(report, timelines));
}

export async function tellTimelines(
  subjects: readonly TimelineSubject[],
  terminal: Terminal,
): Promise<(Timeline | null)[]> {
  if (subjects.length === 0) return [];
  return inThread(
    { type: 'timelines', subjects: [...subjects] },
    { signal: new AbortController().signal, onNote: (text) => terminal.complain(text), onProgress: () => {} },
  );
}

/** A recorded run that does not replay has no case. */
function subjectOf(failure: Report['failures'][number]): TimelineSubject | undefined {
  const { case: found, oracle } = failure;
  if (found === undefined) return undefined;
  const workflow = found.workflow?.file;
  return { case: found, oracle, verdict: verdictOf(failure), ...(workflow !== undefined && { workflow }) };
}

function verdictOf({ oracle, divergence, location }: Report['failures'][number]): VerdictFacts {
  const title = oracle.startsWith('invariant: ') ? `broken: ${oracle.slice('invariant: '.length)}` : oracle;
  return { title, message: divergence, ...(location && { location }) };
}
