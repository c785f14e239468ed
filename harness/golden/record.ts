import { Attempt, type AttemptStep, type EngineLike, type Run } from '../../runtime/index.ts';
import type { GoldenChapter, GoldenPlan } from './plan.ts';

/** A run that a release left behind, and what it shows. */
export interface GoldenRun {
  readonly name: string;
  readonly shows: string;
  readonly run: Run;
}

const startedAt = 1_767_225_600_000;

/** Plays a plan and gives the run of each chapter. Throws where the plan does not fit what the script does. */
export function recordPlan(engine: EngineLike, plan: GoldenPlan): GoldenRun[] {
  const sources = steadySources();
  const recorded: GoldenRun[] = [];
  for (const chapter of plan.chapters) {
    const before = recorded.at(-1)?.run;
    const attempt = new Attempt(engine, { ...optionsOf(plan, before), ...answersOf(chapter), ...sources });
    const run = JSON.parse(JSON.stringify(played(attempt, chapter))) as Run;
    recorded.push({ name: chapter.name, shows: chapter.shows, run });
  }
  return recorded;
}

function optionsOf(plan: GoldenPlan, before: Run | undefined): ConstructorParameters<typeof Attempt>[1] {
  const { script, file, actions, limits, onInterrupt = 'stop', input = null, data = {}, callLog = [] } = plan;
  return {
    script,
    ...(file !== undefined && { file }),
    actions: [...actions].sort(),
    onInterrupt,
    input,
    data,
    runId: `golden-${plan.chapters[0]?.name}`,
    startedAt,
    ...(limits !== undefined && { limits }),
    callLog,
    ...(before && { callLog: before.callLog, initial: { pending: before.pending }, header: before.header }),
  };
}

function answersOf({ answers }: GoldenChapter): Pick<GoldenChapter, 'answers'> {
  return answers === undefined ? {} : { answers };
}

function played(attempt: Attempt, { name, settles = [], abort }: GoldenChapter): Run {
  try {
    const inFlight = new Set<number>();
    const take = ({ execute }: AttemptStep) => {
      for (const { position } of execute) inFlight.add(position);
    };
    take(attempt.start());
    for (const [position, how] of settles) {
      if (!inFlight.delete(position)) throw new Error(`${name}: the plan settles ${position}, which is not in flight.`);
      take(attempt.settle(position, how));
    }
    if (abort !== undefined) attempt.abort(abort);
    for (const position of inFlight) attempt.leave(position, 'in-flight');
    return attempt.finish();
  } finally {
    attempt.close();
  }
}

/** A clock that ticks at every read, and a generator that always begins alike. */
function steadySources(): { now: () => number; random: () => number } {
  let reads = 0;
  let state = 1;
  return {
    now: () => startedAt + 1_500 * ++reads,
    random: () => {
      state = (state * 48_271) % 2_147_483_647;
      return state / 2_147_483_647;
    },
  };
}
