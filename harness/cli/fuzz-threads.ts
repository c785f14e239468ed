import { fuzzResult, groupFindings } from '../workflow/index.ts';
import { minimiseInThreads } from './fuzz-minimise.ts';
import { type ExaminedInThreads, type FuzzPlan, FuzzRounds } from './fuzz-rounds.ts';
import { inEach } from './in-each.ts';
import type { FuzzedWorkflow } from './job.ts';
import { writeReached } from './reached-cases.ts';
import type { JobHooks } from './thread.ts';

/**
 * Fuzzes workflows on several threads: each examines its part of every round of cases, and when all is known that is wrong,
 * each makes its share of that small. So the result depends on the cases alone, however many threads there are.
 */
export async function fuzzInThreads(plan: FuzzPlan, hooks: JobHooks): Promise<FuzzedWorkflow[]> {
  const wholes = await examineInThreads(plan, hooks);
  const found = wholes.flatMap(({ examined, facts: { frame } }, workflow) =>
    groupFindings(examined.findings).map((same, rank) => ({
      ...{ workflow, rank, same, frame },
      file: plan.files[workflow] ?? '',
    })),
  );
  for (const whole of wholes) keepReached(plan, whole);
  const minimised = await minimiseInThreads(found, plan.threads, hooks);
  return wholes.map(({ examined, facts, outOfMemory }, workflow) => {
    const own = minimised.filter((_, at) => found[at]?.workflow === workflow);
    const all = [...outOfMemory, ...own.flatMap((one) => one.outOfMemory ?? [])];
    return {
      result: fuzzResult(
        examined,
        own.map(({ failure }) => failure),
        facts.counted,
      ),
      counted: facts.counted,
      invariants: facts.invariants,
      unfit: [...facts.unreadable, ...examined.unfit],
      ...(all.length > 0 && { outOfMemory: all }),
    };
  });
}

/** What a campaign that was ended early would leave is not the smallest. */
function keepReached({ keepIn }: FuzzPlan, { examined, candidates, facts }: ExaminedInThreads): void {
  if (keepIn === undefined || !examined.isComplete) return;
  const { frame, byHand } = facts;
  const cases = Math.max(0, examined.cases - byHand);
  writeReached(keepIn, examined.workflow, { frame, candidates, cases, unfit: examined.unfit });
}

async function examineInThreads(plan: FuzzPlan, hooks: JobHooks): Promise<ExaminedInThreads[]> {
  const rounds = new FuzzRounds(plan, hooks);
  await inEach(plan.threads, hooks, (thread, own) => rounds.run(thread, own));
  return rounds.examined;
}
