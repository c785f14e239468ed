import type { Engine } from '../../runtime/index.ts';
import type { Case } from '../case/index.ts';
import { headline, type Timeline, timelineOfTrace, timelineText, type VerdictFacts } from '../timeline/index.ts';
import type { Workflow } from './declaration.ts';
import type { Finding } from './finding.ts';
import { type Bench, openBench, playCase, type Trial } from './trial.ts';

/**
 * What happened, for the workflow's author, a line each: who asked what at which line of the script, who
 * answered what and in which order, pauses and what people did about them, the borders of attempts, and the verdict.
 */
export function textOfTimeline(timeline: Timeline): string {
  return [headline(timeline), ...timelineText(timeline, { detail: 'news' })].join('\n');
}

/** What happened in a trial, as data. */
export function timelineOfTrial(
  { engine, scriptFile, workflow }: Bench,
  { case: played, trace }: Trial,
  verdict?: VerdictFacts,
): Timeline {
  const pauses = trace.executions.some(({ behaviour }) => behaviour.type === 'interrupt');
  return timelineOfTrace(played, trace, {
    name: workflow.name,
    file: scriptFile,
    notes: pauses ? [`onInterrupt: ${played.onInterrupt}`] : [],
    engine,
    ...(verdict && { verdict }),
  });
}

/** How a finding is put to the author. */
export function verdictFacts({ kind, name, message, location, at }: Finding): VerdictFacts {
  const title = kind === 'invariant' ? `broken: ${name}` : `${kind}: ${name}`;
  return { title, message, ...(location && { location }), ...at };
}

/** What happens in a kept case of a workflow, with the script that the case holds and the model as it is now. */
export async function timelineOfCase(
  workflow: Workflow,
  testCase: Case,
  engine: Engine,
  verdict?: VerdictFacts,
): Promise<Timeline> {
  const bench = await openBench(engine, workflow);
  return timelineOfTrial(bench, playCase(bench, testCase), verdict);
}
