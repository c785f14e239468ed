import { type CallLog, type CompiledScript, compileScript, type Run } from '../../runtime/index.ts';
import { plainCase } from '../case/index.ts';
import { drawFrom } from '../schedule/index.ts';
import {
  type AttemptBase,
  type AttemptTrace,
  type Followed,
  follow,
  settleOrder,
  sourcesOfAttempt,
  type Thrown,
} from '../world/index.ts';
import { chosenMutations, reactsToFailure } from './chosen-mutations.ts';
import { show, thrownDivergence } from './comparison.ts';
import { behaving, type Control, lastAttempt, opening } from './control.ts';
import {
  type ExpectedMismatch,
  expectedMismatch,
  firstDeparture,
  isStopped,
  mismatchCodes,
} from './expected-mismatch.ts';
import { ignoredInputs } from './ignored-inputs.ts';
import { reorderedInputs } from './log-mutation.ts';
import type { Oracle, OracleContext, Verdict } from './oracle.ts';
import { pendingAskedOtherwise } from './pending-asked.ts';
import { shownBy } from './probe.ts';
import { isSampled } from './sampling.ts';
import { type MutatedScript, mutateScript } from './script-mutation.ts';
import { mismatchInCatch, mismatchOf } from './situations.ts';
import { untimelyLogs } from './untimely.ts';

const untimelyMax = 20;

/** A mutated script may loop for ever; it need not take the time that a good one may. */
const mutatedFuel = 300;

const control: Control = {
  case: plainCase('await actions.a({ x: 1, y: 2 }); return actions.b();'),
  breaches: [
    {
      what: 'an unchanged script that trips the guard',
      kind: 'thrown:input',
      falsify: lastAttempt(() => ({
        thrown: { name: 'CallLogMismatchError', message: 'm', code: 'CALL_LOG_MISMATCH', position: 0, reason: 'input' },
      })),
    },
    {
      what: 'a guard that does not compare inputs',
      kind: 'silent',
      unsound: opening((given) => ({ ...given, ignoreInputs: given.actions })),
    },
    {
      what: 'a guard that waits for what was never asked',
      kind: 'silent',
      unsound: behaving((session) => ({
        start: () => {
          try {
            return session.start();
          } catch (error) {
            if ((error as { reason?: string }).reason === 'order') return { state: 'waiting', calls: [] };
            throw error;
          }
        },
      })),
    },
    {
      what: 'a guard that says nothing',
      kind: 'silent',
      unsound: behaving((session) => ({
        start: () => {
          try {
            return session.start();
          } catch {
            return { state: 'completed', calls: [] };
          }
        },
      })),
    },
  ],
};

export const guardAlwaysFires: Oracle = {
  name: 'guard-always-fires',
  promise:
    'A change of kind, name or input, and a call added, removed or swapped, is reported at its position before any effect; an unchanged script never trips the guard.',
  check(context) {
    const attempt = context.trace.attempts.at(-1);
    const tripped = unchangedTrips([...context.trace.attempts, ...(context.trace.twins ?? [])]);
    if (tripped !== undefined || attempt?.run === undefined || attempt.run.callLog.length === 0) return tripped;
    const { run } = attempt;
    return (
      unlessOther(context, parts.reorder, () => reorderedTrips(context, run)) ??
      tamperedLogs(context, attempt, run) ??
      unlessOther(context, parts.untimely, () => untimelyOutcomes(context, attempt, run)) ??
      unlessOther(context, parts.ignore, () => ignoringInputs(context, run)) ??
      unlessOther(context, parts.pending, () => otherPending(context)) ??
      unlessOther(context, parts.script, () => changedScripts(context, run))
    );
  },
  control,
};

/** What is tried, besides the ways to change a log. */
const parts = {
  reorder: 'reorder the keys',
  untimely: 'answer too early',
  script: 'change the script',
  ignore: 'ignore inputs',
  pending: 'change what is pending',
} as const;

/** A part of the promise, unless another one is asked for. */
function unlessOther({ probe }: OracleContext, of: string, check: () => Verdict): Verdict {
  return probe === undefined || probe.of === of ? shownBy({ of }, check()) : undefined;
}

function unchangedTrips(attempts: readonly AttemptTrace[]): Verdict {
  for (const [attempt, { thrown }] of attempts.entries()) {
    if (thrown === undefined || !mismatchCodes.includes(thrown.code ?? '')) continue;
    return { ...thrownDivergence(`The script is unchanged, and yet attempt ${attempt}`, thrown), attempt };
  }
  return undefined;
}

/** Replays a log on a bare session: whatever it hands out would be executed. */
function replayed(context: OracleContext, base: AttemptBase, run: Run, callLog: CallLog): Followed {
  context.ran();
  return follow(context.engine, base, {
    callLog,
    reference: run.callLog,
    delivered: 0,
    memory: 'never',
    sources: sourcesOfAttempt(501),
  });
}

function reorderedTrips(context: OracleContext, run: Run): Verdict {
  if (!isSampled(context, 'reorderedKeys')) return undefined;
  const reordered = reorderedInputs(run.callLog);
  const { thrown } = replayed(context, context.base, run, reordered);
  return (
    thrown &&
    thrownDivergence('The log is the same but for the order of keys in its inputs, and yet the replay', thrown)
  );
}

function tamperedLogs(context: OracleContext, attempt: AttemptTrace, run: Run): Verdict {
  if (!isSampled(context, 'tamperedLog')) return undefined;
  for (const { mutation, position, variant } of chosenMutations(context, attempt, run)) {
    const { actions, clock } = context.case;
    const draw = drawFrom(variant);
    const log = mutation.apply(run.callLog, position, { actions, draw, timed: clock === 'event' });
    const expected = log && expectedMismatch(attempt, run, log);
    if (log === undefined || expected === undefined) continue;
    const replay = replayed(context, context.base, run, log);
    const verdict = judge(`Asked to ${mutation.name} at position ${position} of the log`, expected, replay);
    if (verdict !== undefined) return shownBy({ of: mutation.name, at: variant }, verdict);
    context.met(mismatchOf(expected.reason));
    if (reactsToFailure(attempt, run, expected.position)) context.met(mismatchInCatch);
    if (context.effort === 'sampled') break;
  }
  return undefined;
}

function untimelyOutcomes(context: OracleContext, attempt: AttemptTrace, run: Run): Verdict {
  if (!isSampled(context, 'untimely')) return undefined;
  const all = untimelyLogs(attempt, run);
  if (all.count === 0) return undefined;
  const thorough = context.effort === 'thorough';
  const chosen = thorough ? Array(Math.min(all.count, untimelyMax)).keys() : [context.draw(all.count)];
  for (const { log, position } of Array.from(chosen, (index) => all.at(index))) {
    const verdict = judge(
      `With the outcome at position ${position} of the log before its call was made`,
      { position, reason: 'order' },
      replayed(context, context.base, run, log),
    );
    if (verdict !== undefined) return verdict;
    context.met(mismatchOf('order'));
  }
  return undefined;
}

function ignoringInputs(context: OracleContext, run: Run): Verdict {
  if (!isSampled(context, 'ignoredInputs')) return undefined;
  for (const { what, log, ignoreInputs, expected } of ignoredInputs(context, run)) {
    const base = { ...context.base, ignoreInputs };
    const verdict = judge(what, expected, replayed(context, base, run, log));
    if (verdict !== undefined) return verdict;
  }
  return undefined;
}

function otherPending(context: OracleContext): Verdict {
  return isSampled(context, 'otherPending') ? pendingAskedOtherwise(context) : undefined;
}

function changedScripts(context: OracleContext, run: Run): Verdict {
  const { case: testCase, effort, draw } = context;
  if (!isSampled(context, 'changedScript')) return undefined;
  for (const mutant of mutateScript(testCase.script, testCase.actions, effort, draw)) {
    const verdict = changedScript(context, run, mutant);
    if (verdict !== undefined) return verdict;
  }
  return undefined;
}

/** Runs the changed script by itself to learn where it goes another way, and asks the guard to find that place. */
function changedScript(context: OracleContext, run: Run, mutant: MutatedScript): Verdict {
  const script = compiled(context, mutant);
  if (script === undefined) return undefined;
  const base = { ...context.base, script, limits: { ...context.base.limits, fuel: mutatedFuel } };
  context.ran();
  const alone = follow(context.engine, base, {
    callLog: [],
    reference: run.callLog,
    delivered: settleOrder(run.callLog).length,
    memory: 'never',
  });
  if (alone.thrown !== undefined || isStopped(alone.error?.code)) return undefined;
  const expected = firstDeparture(run.callLog, alone);
  return judge(`With ${mutant.what} in the script`, expected, replayed(context, base, run, run.callLog));
}

function compiled({ case: { actions } }: OracleContext, mutant: MutatedScript): CompiledScript | undefined {
  try {
    return compileScript(mutant.script, { actions });
  } catch {
    return undefined;
  }
}

function judge(what: string, expected: ExpectedMismatch | undefined, { thrown, calls }: Followed): Verdict {
  if (expected === undefined) return thrown && falseAlarm(what, thrown);
  const { position, reason } = expected;
  const owed = `${what}, the replay must end in a mismatch at position ${position} with reason ${reason}`;
  if (thrown === undefined) return { kind: 'silent', message: `${owed}; ${insteadOf(calls)}.`, position };
  if (thrown.code !== 'CALL_LOG_MISMATCH') return thrownDivergence(`${owed}; it`, thrown);
  if (thrown.position === position && thrown.reason === reason) return undefined;
  const kind = thrown.position === position ? 'other-reason' : 'other-position';
  return { kind, message: `${owed}; it reports position ${thrown.position} with reason ${thrown.reason}.`, position };
}

function falseAlarm(what: string, thrown: Thrown): Verdict {
  return thrownDivergence(`${what}, it still does what the log has, and yet the replay`, thrown);
}

function insteadOf(calls: Followed['calls']): string {
  const [call] = calls;
  return call === undefined
    ? 'it ended as if nothing were wrong'
    : `it went on to execute ${call.name} with ${show(call.input)}`;
}
