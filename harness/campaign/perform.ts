import { type EngineLike, parseRun } from '../../runtime/index.ts';
import { replayProblem } from '../golden/index.ts';
import { minimise } from '../minimise/index.ts';
import { onAnotherHost, runWorld } from '../world/index.ts';
import { shrinkGenerated } from './case-source.ts';
import { examine } from './examine.ts';
import { ScheduledCases } from './scheduled-cases.ts';
import { startStopwatch } from './stopwatch.ts';
import type {
  Examined,
  ExamineGenerated,
  MinimisedCase,
  MinimiseTask,
  ReplayProblem,
  ReplayRuns,
  Result,
  Task,
} from './task.ts';

/** Does a task. `begin` is called before every case, with its index. `elsewhere` is another engine. */
export function perform(
  engine: EngineLike,
  task: Task,
  begin: (index: number) => void,
  elsewhere = onAnotherHost(engine),
): Result {
  switch (task.type) {
    case 'examine-generated':
      return examineGenerated(engine, task, begin, elsewhere);
    case 'examine-given': {
      const { cases } = task;
      return examine(
        engine,
        cases.keys(),
        (index) => cases[index] as (typeof cases)[number],
        'thorough',
        begin,
        elsewhere,
      );
    }
    case 'minimise':
      return minimised(engine, task, begin, elsewhere);
    case 'replay-runs':
      return replayProblems(engine, task, begin);
  }
}

function examineGenerated(
  engine: EngineLike,
  { seed, indices }: ExamineGenerated,
  begin: (index: number) => void,
  elsewhere: EngineLike,
): Examined {
  const cases = new ScheduledCases(engine, seed);
  const examined = examine(engine, indices, (index) => cases.caseAt(index), 'sampled', begin, elsewhere);
  return { ...examined, tally: { ...examined.tally, pct: [...cases.coverage] } };
}

function replayProblems(engine: EngineLike, { runs }: ReplayRuns, begin: (index: number) => void): ReplayProblem[] {
  const problems: ReplayProblem[] = [];
  for (const [index, text] of runs.entries()) {
    if (text === null) continue;
    begin(index);
    const message = replayProblem(engine, parseRun(text));
    if (message !== undefined) problems.push({ index, message });
  }
  return problems;
}

/** The generator's own shrinking may use so much of the budget. It is bold, but each of its steps makes a new script. */
const shrinkingShare = 0.35;

function minimised(
  engine: EngineLike,
  task: MinimiseTask,
  begin: (index: number) => void,
  elsewhere: EngineLike,
): MinimisedCase | undefined {
  const { generated, budgetMs } = task;
  const elapsed = startStopwatch();
  const spentBy = (limitMs: number) => (): boolean => {
    begin(0);
    return elapsed() > limitMs;
  };
  const isShrunk = spentBy(budgetMs * shrinkingShare);
  const found = minimise(task.case, task.oracle, {
    engine,
    elsewhere,
    spent: spentBy(budgetMs),
    ...(generated && {
      shrink: (fails) => shrinkGenerated(generated, task.case.schedule, (one) => !isShrunk() && fails(one)),
    }),
  });
  return found && { ...found, trace: runWorld(found.case, { engine, elsewhere, digests: 'every' }) };
}
