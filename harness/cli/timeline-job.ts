import { compileScript, Engine } from '../../runtime/index.ts';
import { oracles, runCase } from '../oracle/index.ts';
import { type Timeline, timelineOfRun, timelineOfTrace } from '../timeline/index.ts';
import { loadWorkflow, timelineOfCase } from '../workflow/index.ts';
import type { TimelineCase, TimelineSubject, TimelinesJob } from './job.ts';

/** Tells what happened, for pages. What cannot be told any more (its workflow is gone) is `null`. */
export async function performTimelines({ subjects }: TimelinesJob): Promise<(Timeline | null)[]> {
  const engine = await Engine.load();
  const timelines: (Timeline | null)[] = [];
  for (const subject of subjects) timelines.push(await timelineOf(subject, engine).catch(() => null));
  return timelines;
}

async function timelineOf(subject: TimelineSubject, engine: Engine): Promise<Timeline> {
  if ('run' in subject) return timelineOfRun(engine, subject.run, subject.verdict);
  if (subject.workflow === undefined) return judgedCase(subject, engine);
  return timelineOfCase(await loadWorkflow(subject.workflow), subject.case, engine, subject.verdict);
}

/** The oracle says where it first went wrong. */
function judgedCase({ case: played, oracle, verdict }: TimelineCase, engine: Engine): Timeline {
  compileScript(played.script, { actions: played.actions });
  const judges = oracles.filter(({ name }) => name === oracle);
  const { trace, failures } = runCase(played, { engine, effort: 'thorough', oracles: judges });
  const [broken] = failures;
  const { attempt, turn, position } = broken ?? {};
  const at = {
    ...(attempt !== undefined && { attempt }),
    ...(turn !== undefined && { turn }),
    ...(position !== undefined && { position }),
  };
  return timelineOfTrace(played, trace, { engine, ...(verdict && { verdict: { ...verdict, ...at } }) });
}
