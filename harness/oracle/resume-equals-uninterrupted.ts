import type { Run } from '../../runtime/index.ts';
import { plainCase } from '../case/index.ts';
import { type AttemptTrace, type Followed, follow, type MemoryTurns } from '../world/index.ts';
import { compareEndings, type Ending, endingOf, memoriesAgain, thrownDivergence } from './comparison.ts';
import { type Control, lastRun, opening } from './control.ts';
import type { Oracle, OracleContext, Verdict } from './oracle.ts';
import { isSampled } from './sampling.ts';

/** How a session's end is called in a run. */
const stateOfStatus: Record<Run['status'], string> = {
  completed: 'completed',
  failed: 'failed',
  interrupted: 'waiting',
  aborted: 'waiting',
};

const control: Control = {
  case: plainCase('data.n = (data.n ?? 0) + 1; return actions.ask();', {
    behaviours: [[{ type: 'interrupt', payload: null, then: { type: 'answer', answer: 'yes' } }]],
  }),
  breaches: [
    { what: 'a resumed run that ends elsewhere', kind: 'value', falsify: lastRun({ value: 'no' }) },
    {
      what: 'a resume that goes on with what data had become',
      kind: 'data',
      unsound: opening((given) =>
        given.callLog?.some((entry) => entry === null) ? { ...given, data: { n: 1 } } : given,
      ),
    },
  ],
};

export const resumeEqualsUninterrupted: Oracle = {
  name: 'resume-equals-uninterrupted',
  promise:
    'A run that was paused, answered, crashed and resumed ends as one that was never interrupted and whose calls settled in the same order.',
  check(context) {
    const { attempts, twins = [] } = context.trace;
    const last = attempts.at(-1);
    const isLooked = attempts.length > 1 || isSampled(context, 'uninterrupted');
    const ofLast = last && isLooked ? check(context, last, memoriesAgain(context, attempts.length - 1)) : undefined;
    if (ofLast !== undefined) return ofLast;
    for (const [index, twin] of twins.entries()) {
      const verdict = check(context, twin, (turn) => context.again([turn]).twins?.[index]?.memories);
      if (verdict !== undefined) return { ...verdict, attempt: twin.of + 1 };
    }
    return undefined;
  },
  control,
};

function check(context: OracleContext, attempt: AttemptTrace, again: Ending['again']): Verdict {
  if (attempt.run === undefined) return undefined;
  const { engine, base, memory, ran } = context;
  ran();
  const { callLog, delivered } = attempt.run;
  const straight = (turns: MemoryTurns) =>
    follow(engine, base, { callLog: [], reference: callLog, delivered, memory: turns });
  const uninterrupted = { ...straight(memory), again: (turn: number) => straight([turn]).memories };
  return judge({ ...endingOf(attempt, attempt.run, again), state: stateOf(attempt.run) }, uninterrupted);
}

function judge(resumed: Ending, uninterrupted: Followed & Ending): Verdict {
  if (uninterrupted.thrown !== undefined) return thrownDivergence('The uninterrupted execution', uninterrupted.thrown);
  if (uninterrupted.lost !== undefined) return lost(uninterrupted.lost);
  return compareEndings('the resumed run has', 'the uninterrupted one has', resumed, uninterrupted);
}

function lost(position: number): Verdict {
  const message = `In the uninterrupted execution the call at position ${position} is not outstanding when its turn comes to settle.`;
  return { kind: 'lost', message, position };
}

function stateOf(run: Run): string {
  return run.status === 'failed' && run.error.code === 'STUCK' ? 'failed' : stateOfStatus[run.status];
}
