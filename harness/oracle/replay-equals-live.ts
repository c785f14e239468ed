import type { CallLog, EngineLike, Run } from '../../runtime/index.ts';
import { plainCase } from '../case/index.ts';
import { type AttemptTrace, driveAttempt, type MemoryTurns, sourcesOfAttempt } from '../world/index.ts';
import {
  compareEndings,
  compareMemories,
  compareTurns,
  endingOf,
  memoriesAgain,
  thrownDivergence,
} from './comparison.ts';
import { type Control, lastAttempt, lastRun, opening, withBitFlipped } from './control.ts';
import type { Course } from './memory-difference.ts';
import type { Oracle, OracleContext, Verdict } from './oracle.ts';
import { isSampled } from './sampling.ts';

/** Clock and randomness of a replay: it must never read them, and what it would read is never right by accident. */
const replayAttempt = 500;

const control: Control = {
  case: plainCase(
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
    return attemptsAgree(context) ?? endsReplay(context);
  },
  control,
};

/** An attempt, and how its memory is had again. */
interface Attempted {
  readonly attempt: AttemptTrace;
  readonly name: string;
  readonly again: Course['again'];
}

function attempted(context: OracleContext, index: number): Attempted[] {
  const attempt = context.trace.attempts[index];
  return attempt === undefined ? [] : [{ attempt, name: `attempt ${index}`, again: memoriesAgain(context, index) }];
}

/** Second attempts to go on with the run that an attempt left. */
function twins(context: OracleContext): (Attempted & { of: number })[] {
  return (context.trace.twins ?? []).map((attempt, index) => ({
    attempt,
    of: attempt.of,
    name: `a second attempt ${attempt.of + 1}`,
    again: (turn) => context.again([turn]).twins?.[index]?.memories,
  }));
}

function attemptsAgree(context: OracleContext): Verdict {
  for (let index = 1; index < context.trace.attempts.length; index++) {
    const verdict = agree(attempted(context, index - 1), attempted(context, index));
    if (verdict !== undefined) return { ...verdict, attempt: index };
  }
  for (const twin of twins(context)) {
    const verdict = agree(attempted(context, twin.of), [twin]);
    if (verdict !== undefined) return { ...verdict, attempt: twin.of + 1 };
  }
  return undefined;
}

/** What one attempt lived through, the next one replays: as far as both went, their turns are the same. */
function agree([before]: readonly Attempted[], [after]: readonly Attempted[]): Verdict {
  if (before === undefined || after === undefined || after.attempt.thrown !== undefined) return undefined;
  const [first, second] = [`${before.name} shows`, `${after.name}, which replays it, shows`];
  return (
    compareTurns(first, second, before.attempt.turns, after.attempt.turns) ??
    compareMemories(first, second, { ...before.attempt, again: before.again }, { ...after.attempt, again: after.again })
  );
}

function endsReplay(context: OracleContext): Verdict {
  for (const ended of [...attempted(context, context.trace.attempts.length - 1), ...twins(context)]) {
    const verdict = replays(context, ended);
    if (verdict !== undefined) return verdict;
  }
  return undefined;
}

function replays(context: OracleContext, { attempt, again }: Attempted): Verdict {
  const { run } = attempt;
  if (run === undefined) return undefined;
  context.ran();
  const engine = isSampled(context, 'abroad') ? context.elsewhere : context.engine;
  const replayed = replay(context, engine, run, context.memory);
  if (replayed.thrown !== undefined) return thrownDivergence('Replaying the finished run', replayed.thrown);
  if (replayed.run === undefined) return { kind: 'no-run', message: 'Replaying the finished run gave no run.' };
  if (replayed.executions.length > 0) return executedInReplay(replayed);
  return compareEndings(
    'live it is',
    'replayed it is',
    endingOf(attempt, run, again),
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
