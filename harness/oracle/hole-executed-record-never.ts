import { type CallLog, type Run, sleepName } from '../../runtime/index.ts';
import { plainCase } from '../case/index.ts';
import { type AttemptTrace, punchedRun, worldRunId } from '../world/index.ts';
import { compareEndings, endingOf, memoriesAgain, thrownDivergence } from './comparison.ts';
import { behaving, type Control, lastAttempt } from './control.ts';
import { holeSets } from './hole-sets.ts';
import type { Divergence, Oracle, OracleContext, Verdict } from './oracle.ts';
import { isSampled } from './sampling.ts';

const control: Control = {
  case: plainCase('return [await actions.a(1), await actions.b(2)];', {
    behaviours: [[{ type: 'respond', value: 1 }], [{ type: 'respond', value: 2 }]],
  }),
  breaches: [
    {
      what: 'a call that was executed twice',
      kind: 'executed-twice',
      falsify: lastAttempt(({ executions }) => ({ executions: [...executions, ...executions] })),
    },
    {
      what: 'calls that are started in another order than they were made',
      kind: 'started-out-of-order',
      falsify: lastAttempt(({ executions }) => ({ executions: executions.toReversed() })),
    },
    {
      what: 'a record that was executed',
      kind: 'record-executed',
      falsify: lastAttempt(({ run }) => ({ callLog: run?.callLog ?? [] })),
    },
    {
      what: 'a hole that was not executed',
      kind: 'hole-not-executed',
      falsify: lastAttempt(() => ({ executions: [] })),
    },
    {
      what: 'another key in a later execution',
      kind: 'key',
      falsify: lastAttempt(({ executions }) => ({
        executions: executions.map((execution) => ({ ...execution, idempotencyKey: 'another' })),
      })),
    },
    {
      what: 'a late rejection that is recorded',
      kind: 'late-recorded',
      falsify: lastAttempt(() => ({ late: [{ position: 0, as: 'rejected' }] })),
    },
    {
      what: 'a late fulfilment that is not recorded',
      kind: 'late-lost',
      falsify: lastAttempt(() => ({ late: [{ position: 9, as: 'fulfilled' }] })),
    },
    {
      what: 'a second attempt at the same that executes what is recorded',
      kind: 'record-executed',
      falsify: (trace) => ({
        ...trace,
        attempts: [...trace.attempts, ...trace.attempts],
        twins: trace.attempts.map((attempt) => ({ ...attempt, of: 0, callLog: attempt.run?.callLog ?? [] })),
      }),
    },
    {
      what: 'a hole that is served as nothing',
      kind: 'punched:hole-not-executed',
      unsound: behaving((session) => ({
        start: () => {
          const exchange = session.start();
          const hole = exchange.calls.find(({ position }) => session.callLog.length > position + 1);
          return hole === undefined ? exchange : session.deliver(hole.position, { response: null });
        },
      })),
    },
  ],
};

export const holeExecutedRecordNever: Oracle = {
  name: 'hole-executed-record-never',
  promise:
    'A hole is executed, once in an attempt and under the same key in all; what is recorded is never executed again.',
  check(context) {
    const { attempts, twins = [], punched } = context.trace;
    for (const [index, attempt] of attempts.entries()) {
      const twin = twins.find(({ of }) => of + 1 === index);
      const verdict = judgeAlive(attempt) ?? (twin && judgeAlive(twin));
      if (verdict !== undefined) return { ...verdict, attempt: index };
    }
    const last = attempts.at(-1);
    return last?.run === undefined || !isOver(last.run) ? undefined : judgePunched(context, last.run, punched);
  },
  control,
};

function isOver(run: Run): boolean {
  return run.status === 'completed' || run.status === 'failed';
}

function judgeAlive(attempt: AttemptTrace): Verdict {
  return judgeAttempt(attempt, worldRunId) ?? judgeLate(attempt);
}

export function judgeAttempt(attempt: AttemptTrace, runId: string): Verdict {
  return (
    executedRecord(attempt) ??
    executedTwice(attempt) ??
    startedOutOfOrder(attempt) ??
    wrongKey(attempt, runId) ??
    notExecuted(attempt)
  );
}

function executedRecord({ executions, callLog }: AttemptTrace): Verdict {
  const sleep = executions.find(({ name }) => name === sleepName);
  if (sleep !== undefined) {
    const { position } = sleep;
    return {
      kind: 'sleep-executed',
      message: `The sleep at position ${position} was handed out for execution.`,
      position,
    };
  }
  const again = executions.find(({ position }) => callLog[position]);
  if (again === undefined) return undefined;
  const message = `${again.name} at position ${again.position} was executed, though the log had its outcome.`;
  return { kind: 'record-executed', message, position: again.position };
}

function executedTwice({ executions }: AttemptTrace): Verdict {
  const seen = new Set<number>();
  for (const { position, name } of executions) {
    if (seen.has(position))
      return {
        kind: 'executed-twice',
        message: `${name} at position ${position} was executed twice in one attempt.`,
        position,
      };
    seen.add(position);
  }
  return undefined;
}

/** Calls are started as they were made. Later ones have greater positions, so all executions of an attempt ascend. */
function startedOutOfOrder({ executions }: AttemptTrace): Verdict {
  const index = executions.findIndex(({ position }, at) => position < (executions[at - 1]?.position ?? -1));
  const [before, late] = [executions[index - 1], executions[index]];
  if (before === undefined || late === undefined) return undefined;
  const message = `${late.name} at position ${late.position} was started after ${before.name} at position ${before.position}, which was called later.`;
  return { kind: 'started-out-of-order', message, position: late.position };
}

function wrongKey({ executions }: AttemptTrace, runId: string): Verdict {
  const wrong = executions.find(({ position, idempotencyKey }) => idempotencyKey !== `${runId}:${position}`);
  if (wrong === undefined) return undefined;
  const message = `${wrong.name} at position ${wrong.position} was executed under the key ${wrong.idempotencyKey}.`;
  return { kind: 'key', message, position: wrong.position };
}

/** A call that was reserved and had no record must have been executed, unless a person's silence or refusal, or an abort, spoke for it. */
function notExecuted(attempt: AttemptTrace): Verdict {
  if (attempt.run === undefined) return undefined;
  const executed = new Set(attempt.executions.map(({ position }) => position));
  const missed = attempt.calls.find(
    (call) =>
      call.kind === 'action' &&
      call.name !== sleepName &&
      !attempt.callLog[call.position] &&
      !executed.has(call.position) &&
      !isSpokenFor(attempt, attempt.run as Run, call.position),
  );
  if (missed === undefined) return undefined;
  const message = `The call at position ${missed.position} was a hole, and was not executed.`;
  return { kind: 'hole-not-executed', message, position: missed.position };
}

/** What is fulfilled when the run does not wait for it any more has happened. What is rejected then may have happened all the same. */
function judgeLate({ late = [], run }: AttemptTrace): Verdict {
  if (run === undefined) return undefined;
  for (const { position, as } of late) {
    const isRecorded = (run.callLog[position] ?? null) !== null;
    if (isRecorded === (as === 'fulfilled')) continue;
    const message = `The call at position ${position} was ${as} after its signal had fired, and is ${isRecorded ? '' : 'not '}recorded.`;
    return { kind: isRecorded ? 'late-recorded' : 'late-lost', message, position };
  }
  return undefined;
}

function isSpokenFor({ answers, pending = [], abort }: AttemptTrace, run: Run, position: number): boolean {
  const answer = answers[position];
  if (answer !== undefined && 'reject' in answer) return true;
  const entry = run.callLog[position] ?? null;
  if (abort !== undefined && entry === null) return true;
  if (answer !== undefined) return entry === null;
  const waited = pending.some((call) => call.position === position && call.state === 'interrupted');
  return waited && entry === null;
}

function judgePunched(context: OracleContext, run: Run, punchedByFaults: readonly AttemptTrace[]): Verdict {
  for (const punched of punchedByFaults) {
    const verdict = judgePunchedRun(context, run, punched);
    if (verdict !== undefined) return verdict;
  }
  if (!isSampled(context, 'holes')) return undefined;
  for (const positions of holeSets(run.callLog, context.effort, context.draw)) {
    context.ran();
    const punched = punchedRun(context.engine, context.base, run, positions, 'last').trace;
    const verdict = judgePunchedRun(context, run, punched);
    if (verdict !== undefined) return verdict;
  }
  return undefined;
}

function judgePunchedRun(context: OracleContext, run: Run, punched: AttemptTrace): Verdict {
  const holes = holesOf(punched.callLog);
  const during = `With holes punched at ${JSON.stringify(holes)},`;
  const verdict = judgeAttempt(punched, run.runId) ?? punchedEnding(context, run, punched, holes);
  return (
    verdict &&
    ({ ...verdict, kind: `punched:${verdict.kind}`, message: `${during} ${verdict.message}` } satisfies Divergence)
  );
}

function punchedEnding(context: OracleContext, run: Run, punched: AttemptTrace, holes: readonly number[]): Verdict {
  if (punched.thrown !== undefined) return thrownDivergence('the unchanged script', punched.thrown);
  if (punched.run === undefined) return { kind: 'no-run', message: 'the run did not end.' };
  const { attempts } = context.trace;
  const live = attempts.at(-1) as AttemptTrace;
  const again = (turn: number) => punchedRun(context.engine, context.base, run, holes, [turn]).trace.memories;
  return compareEndings(
    'it was',
    'it is now',
    endingOf(live, run, memoriesAgain(context, attempts.length - 1)),
    endingOf(punched, punched.run, again),
  );
}

function holesOf(log: CallLog): number[] {
  return log.flatMap((entry, position) => (entry === null ? [position] : []));
}
