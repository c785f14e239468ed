import { Attempt, type AttemptOptions, type AttemptStep, type EngineLike, type Run } from '../../runtime/index.ts';
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
  const sources = new SteadySources();
  const recorded: GoldenRun[] = [];
  for (const chapter of plan.chapters) {
    const before = recorded.at(-1)?.run;
    const resumedAt = startedAt + (chapter.beginsMs ?? 0);
    sources.passTo(resumedAt);
    const attempt = new Attempt(engine, { ...optionsOf(plan, before), ...answersOf(chapter), resumedAt, ...sources });
    const run = JSON.parse(JSON.stringify(played(attempt, chapter))) as Run;
    recorded.push({ name: chapter.name, shows: chapter.shows, run });
  }
  return recorded;
}

function optionsOf(plan: GoldenPlan, before: Run | undefined): AttemptOptions {
  const { script, file, actions, limits, onInterrupt = 'stop', input = null, data = {}, callLog = [] } = plan;
  const { clock = 'recorded', random: randomness = 'recorded' } = plan;
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
    clock,
    randomness,
    callLog,
    ...(plan.snapshots && { takeSnapshot: true }),
    ...(before && continuationOf(before)),
  };
}

function continuationOf({ callLog, pending, header, snapshot, logHash }: Run): Partial<AttemptOptions> {
  const taken = { ...(snapshot !== undefined && { snapshot }), ...(logHash !== undefined && { logHash }) };
  return { callLog, initial: { pending }, header, ...taken };
}

function answersOf({ answers }: GoldenChapter): Pick<GoldenChapter, 'answers'> {
  return answers === undefined ? {} : { answers };
}

function played(attempt: Attempt, { name, settles = [], abort }: GoldenChapter): Run {
  try {
    const inFlight = new Set<number>();
    const asleep = new Set<number>();
    const take = ({ execute, sleeps }: AttemptStep) => {
      for (const { position } of execute) inFlight.add(position);
      for (const { position } of sleeps) asleep.add(position);
    };
    take(attempt.start());
    for (const [position, how] of settles) {
      if (!inFlight.delete(position) && !asleep.delete(position))
        throw new Error(`${name}: the plan settles ${position}, which is not open.`);
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
class SteadySources {
  #time = startedAt;
  #state = 1;

  readonly now = (): number => {
    this.#time += 1_500;
    return this.#time;
  };

  readonly random = (): number => {
    this.#state = (this.#state * 48_271) % 2_147_483_647;
    return this.#state / 2_147_483_647;
  };

  passTo(time: number): void {
    this.#time = Math.max(this.#time, time);
  }
}
