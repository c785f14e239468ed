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
import { show, thrownDivergence } from './comparison.ts';
import { behaving, type Control, lastAttempt, opening } from './control.ts';
import {
  type ExpectedMismatch,
  expectedMismatch,
  firstDeparture,
  isStopped,
  mismatchCodes,
} from './expected-mismatch.ts';
import { type LogMutation, logMutations, otherRead, reorderedInputs, turnList } from './log-mutation.ts';
import type { Oracle, OracleContext, Verdict } from './oracle.ts';
import { withListTurned } from './other-json.ts';
import { shownBy, spread } from './probe.ts';
import { isSampled } from './sampling.ts';
import { type MutatedScript, mutateScript } from './script-mutation.ts';
import { mismatchInCatch, mismatchOf } from './situations.ts';
import { untimelyLogs } from './untimely.ts';

/** A thorough look tampers in each way at so many places. */
const placesMax = 16;

/** How many other inputs, names and kinds there are at a place to choose from. A thorough look tries the first few. */
const variants = { sampled: 2 ** 16, thorough: 3 } as const;

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
      unlessOther(context, parts.script, () => changedScripts(context, run))
    );
  },
  control,
};

/** What is tried, besides the ways to change a log. */
const parts = { reorder: 'reorder the keys', untimely: 'answer too early', script: 'change the script' } as const;

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

/** Whether the script made the call there in the turn in which it got to know of a failure. */
function reactsToFailure({ turns }: AttemptTrace, { callLog }: Run, position: number): boolean {
  const turn = turns.find(({ positions }) => positions.from <= position && position < positions.to);
  const cause = turn?.cause.type === 'delivery' ? callLog[turn.cause.position] : undefined;
  return cause?.type === 'action' && 'error' in cause;
}

function untimelyOutcomes(context: OracleContext, attempt: AttemptTrace, run: Run): Verdict {
  if (!isSampled(context, 'untimely')) return undefined;
  const all = untimelyLogs(attempt, run);
  if (all.length === 0) return undefined;
  const chosen = context.effort === 'thorough' ? all.slice(0, untimelyMax) : all.splice(context.draw(all.length), 1);
  for (const { log, position } of chosen) {
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

/** One in so many is made where there is least chance to meet it, with so many tries; of those that read the clock, so many are made there. */
const rare = { oneIn: 2, tries: 6, readsOneIn: 4 } as const;

/**
 * Sampled: anywhere, or where it counts and is rare: in a list, at a read, in reaction to a failure, and behind the log of a run that
 * waits. Thorough: in every way, or the one that is asked for, everywhere, up to a bound.
 */
function chosenMutations(context: OracleContext, attempt: AttemptTrace, run: Run): PlacedMutation[] {
  const positions = Array.from({ length: run.callLog.length + 1 }, (_, position) => position);
  return context.effort === 'thorough'
    ? allMutations(context, positions)
    : sampledMutations(context, attempt, run, positions);
}

function allMutations({ probe }: OracleContext, positions: readonly number[]): PlacedMutation[] {
  const ways = logMutations.filter(({ name }) => probe === undefined || name === probe.of);
  return ways.flatMap((mutation) => {
    const count = mutation.hasVariants ? variants.thorough : 1;
    const tried = [...new Set([...(probe?.at === undefined ? [] : [probe.at]), ...spread(count, count)])];
    const all = positions.flatMap((position) => tried.map((variant) => ({ mutation, position, variant })));
    return spread(all.length, placesMax).map((index) => all[index] as PlacedMutation);
  });
}

function sampledMutations(
  { draw }: OracleContext,
  attempt: AttemptTrace,
  run: Run,
  positions: readonly number[],
): PlacedMutation[] {
  const placed = (mutation: LogMutation, among: readonly number[]): PlacedMutation => {
    const position = among[draw(among.length)] as number;
    return { mutation, position, variant: draw(variants.sampled) };
  };
  const lists = draw(rare.oneIn) === 0 ? positions.filter(hasList(run)) : [];
  if (lists.length > 0) return [placed(turnList, lists)];
  const reads = draw(rare.readsOneIn) === 0 ? positions.filter(hasRead(run)) : [];
  if (reads.length > 0) return [placed(otherRead, reads)];
  const isRare = (position: number) =>
    position === run.callLog.length ? run.status === 'interrupted' : reactsToFailure(attempt, run, position);
  const among = draw(rare.oneIn) === 0 ? positions.filter(isRare) : [];
  const [places, tries] = among.length > 0 ? [among, rare.tries] : [positions, 1];
  return Array.from({ length: tries }, () => placed(logMutations[draw(logMutations.length)] as LogMutation, places));
}

/** Whether the input there has a list that can be turned. */
function hasList({ callLog }: Run): (position: number) => boolean {
  return (position) => {
    const entry = callLog[position];
    return entry?.type === 'action' && withListTurned(entry.input) !== undefined;
  };
}

function hasRead({ callLog }: Run): (position: number) => boolean {
  return (position) => callLog[position]?.type === 'now' || callLog[position]?.type === 'random';
}

interface PlacedMutation {
  readonly mutation: LogMutation;
  readonly position: number;
  /** Which of the other inputs, names or kinds that could be there. */
  readonly variant: number;
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
