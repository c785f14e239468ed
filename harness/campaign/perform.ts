import { type EngineLike, parseRun } from '../../runtime/index.ts';
import type { Case } from '../case/index.ts';
import { replayProblem } from '../golden/index.ts';
import { minimise, trim } from '../minimise/index.ts';
import { onAnotherHost, runWorld } from '../world/index.ts';
import { shrinkGenerated } from './case-source.ts';
import { examine } from './examine.ts';
import { type Explored, explore, isForked, together } from './forks.ts';
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
  TrimTask,
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
      const caseOf = (index: number) => ({ case: cases[index] as Case });
      return examine(cases.keys(), { engine, elsewhere, effort: 'thorough', caseOf, begin });
    }
    case 'minimise':
      return minimised(engine, task, begin, elsewhere);
    case 'trim': {
      const { spent } = bounded(task, begin);
      const { triedMax = triedMaxDefault, vain } = task;
      return trim(task.case, { engine, elsewhere, spent, triedMax, ...(vain && { vain }) });
    }
    case 'replay-runs':
      return replayProblems(engine, task, begin);
  }
}

function examineGenerated(
  engine: EngineLike,
  { seed, indices, hashAll = false }: ExamineGenerated,
  begin: (index: number) => void,
  elsewhere: EngineLike,
): Examined {
  const cases = new ScheduledCases(engine, seed);
  const caseOf = (index: number) => cases.at(index);
  const examined = examine(indices, { engine, elsewhere, effort: 'sampled', caseOf, begin, hashAll });
  const { failures, mistakes, ...forks } = exploreAll(
    engine,
    seed,
    indices.filter(isForked),
    (index) => cases.caseAt(index),
    begin,
  );
  return {
    ...examined,
    tally: { ...examined.tally, pct: [...cases.coverage] },
    failures: [...examined.failures, ...failures],
    mistakes: [...examined.mistakes, ...mistakes],
    forks,
  };
}

function exploreAll(
  engine: EngineLike,
  seed: number,
  indices: readonly number[],
  caseOf: (index: number) => Case,
  begin: (index: number) => void,
): Explored {
  const explored = indices.map((index) => {
    begin(index);
    return explore(engine, caseOf(index), { seed, index });
  });
  return together(explored);
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

/** Candidates that are tried for one failure. A number, not a time: the same failure gets as small on every machine. */
const triedMaxDefault = 1_500;

function minimised(
  engine: EngineLike,
  task: MinimiseTask,
  begin: (index: number) => void,
  elsewhere: EngineLike,
): MinimisedCase | undefined {
  const { generated, vain, triedMax = triedMaxDefault } = task;
  const { spent, isLate } = bounded(task, begin);
  const found = minimise(task.case, task, {
    engine,
    elsewhere,
    spent,
    triedMax,
    ...(vain && { vain }),
    ...(generated && { shrink: (fails) => shrinkGenerated(generated, task.case.schedule, fails) }),
  });
  return found && { ...found, isLate: isLate(), trace: runWorld(found.case, { engine, elsewhere, digests: 'every' }) };
}

/** Asked before every candidate: whether somebody wants it to stop, or the time is up. */
function bounded(
  { budgetMs, stop }: MinimiseTask | TrimTask,
  begin: (index: number) => void,
): { spent(): boolean; isLate(): boolean } {
  const elapsed = startStopwatch();
  let late = false;
  const spent = (): boolean => {
    begin(0);
    late ||= elapsed() > budgetMs;
    return late || (stop !== undefined && Atomics.load(stop, 0) !== 0);
  };
  return { spent, isLate: () => late };
}
