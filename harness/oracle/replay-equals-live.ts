import type { CallLog, EngineLike, Run } from '../../runtime/index.ts';
import { type AttemptTrace, driveAttempt, type MemoryTurns, sourcesOfAttempt } from '../world/index.ts';
import {
  compareEndings,
  compareMemories,
  compareTurns,
  endingOf,
  memoriesAgain,
  thrownDivergence,
} from './comparison.ts';
import { type Control, controlCase, lastAttempt, lastRun, opening, withBitFlipped } from './control.ts';
import type { Oracle, OracleContext, Verdict } from './oracle.ts';
import { isSampled } from './sampling.ts';

/** Clock and randomness of a replay: it must never read them, and what it would read is never right by accident. */
const replayAttempt = 500;

const control: Control = {
  case: controlCase(
    "const x = await Promise.race([actions.a(1), actions.a(2)]); console.log('raced'); data.x = x; return [x, await actions.ask(Date.now())];",
    {
      behaviours: [
        [{ type: 'respond', value: 1 }],
        [{ type: 'respond', value: 2 }],
        [],
        [{ type: 'interrupt', payload: null, then: { type: 'answer', answer: 3 } }],
      ],
      schedule: [1],
    },
  ),
  breaches: [
    { what: 'another value', kind: 'value', falsify: lastRun({ value: 'another' }) },
    { what: 'other data', kind: 'data', falsify: lastRun({ data: null }) },
    { what: 'another console', kind: 'console', falsify: lastRun({ console: [] }) },
    {
      what: 'another memory',
      kind: 'memory',
      falsify: lastAttempt((attempt) => ({ memories: withBitFlipped(attempt) })),
    },
    {
      what: 'a replay in the order of positions',
      kind: 'turn:delivery',
      unsound: opening((given) => ({ ...given, callLog: withoutOrders(given.callLog) })),
    },
  ],
};

function withoutOrders(log: CallLog = []): CallLog {
  return log.map((entry) => {
    if (entry?.type !== 'action') return entry;
    const { order: _, ...rest } = entry;
    return rest;
  });
}

export const replayEqualsLive: Oracle = {
  name: 'replay-equals-live',
  promise: 'A replay gives the value, data, console, log and memory of the live run, at every turn.',
  check(context) {
    return attemptsAgree(context) ?? lastReplays(context);
  },
  control,
};

/** What one attempt lived through, the next one replays: as far as both went, their turns are the same. */
function attemptsAgree(context: OracleContext): Verdict {
  const { attempts } = context.trace;
  for (let index = 1; index < attempts.length; index++) {
    const [before, after] = [attempts[index - 1], attempts[index]];
    if (before === undefined || after === undefined || after.thrown !== undefined) continue;
    const [first, second] = [`attempt ${index - 1} shows`, `attempt ${index}, which replays it, shows`];
    const verdict =
      compareTurns(first, second, before.turns, after.turns) ??
      compareMemories(
        first,
        second,
        { ...before, again: memoriesAgain(context, index - 1) },
        { ...after, again: memoriesAgain(context, index) },
      );
    if (verdict !== undefined) return { ...verdict, attempt: index };
  }
  return undefined;
}

function lastReplays(context: OracleContext): Verdict {
  const { attempts } = context.trace;
  const attempt = attempts.at(-1);
  if (attempt?.run === undefined) return undefined;
  const { run } = attempt;
  context.ran();
  const engine = isSampled(context, 'abroad') ? context.elsewhere : context.engine;
  const replayed = replay(context, engine, run, context.memory);
  if (replayed.thrown !== undefined) return thrownDivergence('Replaying the finished run', replayed.thrown);
  if (replayed.run === undefined) return { kind: 'no-run', message: 'Replaying the finished run gave no run.' };
  if (replayed.executions.length > 0) return executedInReplay(replayed);
  return compareEndings(
    'live it is',
    'replayed it is',
    endingOf(attempt, run, memoriesAgain(context, attempts.length - 1)),
    endingOf(replayed, replayed.run, (turn) => replay(context, engine, run, [turn]).memories),
  );
}

function executedInReplay({ executions }: AttemptTrace): Verdict {
  const { name, position } = executions[0] as (typeof executions)[number];
  return { kind: 'executed', message: `A replay executed ${name} at position ${position}.`, position };
}

/** Replays a run as the product does: it delivers what the run delivered and executes nothing. */
function replay({ base }: OracleContext, engine: EngineLike, run: Run, memory: MemoryTurns): AttemptTrace {
  return driveAttempt(engine, base, {
    cause: 'resume',
    callLog: run.callLog,
    answers: {},
    pending: run.pending,
    deliverMax: run.delivered,
    sources: sourcesOfAttempt(replayAttempt),
    digests: 'never',
    memory,
    choose: (_inFlight, mayEnd) => (mayEnd ? 'grace-over' : 'nobody'),
    execute: (call) => ({ ...call, attempt: 0, execution: 0, behaviour: { type: 'respond', value: null } }),
  }).trace;
}
