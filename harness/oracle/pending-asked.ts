import type { PendingCall, Run } from '../../runtime/index.ts';
import { type AttemptTrace, driveAttempt, sourcesOfAttempt } from '../world/index.ts';
import { thrownDivergence } from './comparison.ts';
import type { OracleContext, Verdict } from './oracle.ts';
import { otherJson } from './other-json.ts';

/** Farther than any script of ours gets. */
const nowhere = 5_000;

/** Ways in which a script may no longer ask what its run has pending. */
const changes: readonly {
  readonly name: string;
  of(pending: readonly PendingCall[], context: OracleContext): PendingCall[];
}[] = [
  {
    name: 'another input',
    of: ([first, ...rest], { draw }) => (first ? [{ ...first, input: otherJson(first.input, draw) }, ...rest] : []),
  },
  {
    name: 'another name',
    of: ([first, ...rest], { case: { actions } }) => {
      const name = actions.find((action) => action !== first?.name);
      return first && name !== undefined ? [{ ...first, name }, ...rest] : [];
    },
  },
  {
    name: 'a call more',
    of: (pending) => [...pending, { position: nowhere, name: 'ask', input: null, state: 'interrupted', payload: null }],
  },
];

/** Holes are in no log: what a run has pending is compared by itself, before anything is executed. */
export function pendingAskedOtherwise(context: OracleContext): Verdict {
  const paused = context.trace.attempts.findLast(
    ({ run }) => run?.status === 'interrupted' && isQuestion(run.pending[0]),
  );
  const run = paused?.run;
  if (paused === undefined || run === undefined) return undefined;
  const tried = context.effort === 'thorough' ? changes : changes.slice(context.draw(changes.length)).slice(0, 1);
  for (const { name, of } of tried) {
    const pending = of(run.pending, context);
    const verdict = pending.length === 0 ? undefined : judge(name, resumed(context, paused, run, pending));
    if (verdict !== undefined) return verdict;
  }
  return undefined;
}

/** A sleep is made of what the script asks, and of nothing that could be changed. */
function isQuestion(call: PendingCall | undefined): boolean {
  return call?.state === 'interrupted';
}

function resumed(context: OracleContext, { resumedAt }: AttemptTrace, run: Run, pending: PendingCall[]): AttemptTrace {
  context.ran();
  return driveAttempt(context.engine, context.base, {
    cause: 'resume',
    callLog: run.callLog,
    answers: {},
    pending,
    ...(resumedAt !== undefined && { resumedAt }),
    sources: sourcesOfAttempt(502),
    digests: 'never',
    memory: 'never',
    choose: (_inFlight, mayEnd) => (mayEnd ? 'grace-over' : 'nobody'),
    execute: (call) => ({ ...call, attempt: 0, execution: 0, behaviour: { type: 'respond', value: null } }),
  }).trace;
}

function judge(change: string, { thrown, executions }: AttemptTrace): Verdict {
  const owed = `Gone on with as if ${change} had been pending, the run must end in a mismatch before anything is executed`;
  const [execution] = executions;
  if (execution !== undefined)
    return {
      kind: 'pending:executed',
      message: `${owed}; it executed ${execution.name}.`,
      position: execution.position,
    };
  if (thrown === undefined) return { kind: 'pending:silent', message: `${owed}; it went on.` };
  return thrown.code === 'RUN_MISMATCH' ? undefined : thrownDivergence(`${owed}; it`, thrown);
}
