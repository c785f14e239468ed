import { sleepUntil } from '../../runtime/index.ts';
import { plainCase } from '../case/index.ts';
import type { AttemptTrace, Execution } from '../world/index.ts';
import { sameJson, sameText, show } from './comparison.ts';
import { type Control, lastAttempt, lastRun } from './control.ts';
import type { Divergence, Oracle, Verdict } from './oracle.ts';

const control: Control = {
  case: plainCase('return [await actions.a(1), await actions.ask(2)];', {
    behaviours: [[], [{ type: 'interrupt', payload: null, then: { type: 'answer', answer: 'yes' } }]],
  }),
  breaches: [
    {
      what: 'an answer that is not given to its call',
      kind: 'answer-withheld',
      falsify: lastAttempt(({ executions }) => ({ executions: executions.map(({ answer: _, ...rest }) => rest) })),
    },
    {
      what: 'a question that is asked again before anybody has answered',
      kind: 'asked-again',
      falsify: lastAttempt(() => ({ answers: {} })),
    },
    {
      what: 'an execution of a call that was rejected',
      kind: 'rejection-executed',
      falsify: lastAttempt(() => ({ answers: { 1: { reject: 'no' } } })),
    },
    {
      what: 'a delivery after the question that stops the run',
      kind: 'delivered-after-stop',
      falsify: (trace) => ({
        ...trace,
        attempts: trace.attempts.map((attempt, index) =>
          index === 0 ? { ...attempt, settled: [...attempt.settled].reverse() } : attempt,
        ),
      }),
    },
    {
      what: 'a sleep that has another end',
      kind: 'sleep-moved',
      falsify: lastRun({ pending: [{ position: 9, name: 'sleep', input: { until: 5 }, state: 'sleeping', until: 6 }] }),
    },
    {
      what: 'a question that the run has otherwise than its action asked it',
      kind: 'question-changed',
      falsify: (trace) => ({
        ...trace,
        attempts: trace.attempts.map(({ run, ...attempt }) =>
          run?.status !== 'interrupted'
            ? { ...attempt, ...(run && { run }) }
            : {
                ...attempt,
                run: { ...run, interrupts: run.interrupts.map((asked) => ({ ...asked, payload: 'else' })) },
              },
        ),
      }),
    },
    {
      what: 'a sleep that is over before its time',
      kind: 'slept-short',
      falsify: lastAttempt(({ delivered }) => ({
        delivered: [...delivered, 9],
        resumedAt: 5,
        pending: [{ position: 9, name: 'sleep', input: { until: 6 }, state: 'sleeping', until: 6 }],
      })),
    },
  ],
};

/** Whatever a script makes of it: what a person was asked and said, and how long a call sleeps, comes from the attempts alone. */
export const pausesAreKept: Oracle = {
  name: 'pauses-are-kept',
  promise:
    'Nothing is delivered after a question that stops the run, and everything where it does not, a question is kept as it was asked, an answer reaches its call, what is rejected or not answered is not executed, and a sleep ends when it should.',
  check({ trace: { attempts, twins = [] }, case: { onInterrupt } }) {
    for (const [index, attempt] of [...attempts, ...twins].entries()) {
      const verdict =
        judgeExecutions(attempt) ??
        judgeSleeps(attempt) ??
        endedEarly(attempt) ??
        askedOtherwise(attempt) ??
        (onInterrupt === 'stop' ? deliveredAfterStop(attempt) : heldBack(attempt));
      if (verdict !== undefined) return index < attempts.length ? { ...verdict, attempt: index } : verdict;
    }
    return undefined;
  },
  control,
};

function judgeExecutions(attempt: AttemptTrace): Verdict {
  for (const execution of attempt.executions) {
    const verdict = judgeExecution(attempt, execution);
    if (verdict !== undefined) return { ...verdict, position: execution.position };
  }
  return undefined;
}

function judgeExecution({ answers, pending = [] }: AttemptTrace, { position, name, answer }: Execution): Verdict {
  const said = answers[position];
  const call = `${name} at position ${position}`;
  if (said === undefined) {
    const wasAsked = pending.some((open) => open.position === position && open.state === 'interrupted');
    return wasAsked ? found('asked-again', `${call} was executed, and nobody had answered its question.`) : undefined;
  }
  if ('reject' in said) return found('rejection-executed', `${call} was rejected, and executed.`);
  if (sameText(answer, said.answer)) return undefined;
  return found('answer-withheld', `${call} was answered with ${show(said.answer)}, and was told ${show(answer)}.`);
}

function deliveredAfterStop({ settled, executions, delivered }: AttemptTrace): Verdict {
  const asks = (position: number) =>
    executions.some((execution) => execution.position === position && execution.behaviour.type === 'interrupt');
  const stop = settled.findIndex(asks);
  const position = stop < 0 ? undefined : settled.slice(stop + 1).find((later) => delivered.includes(later));
  if (position === undefined) return undefined;
  const message = `The question at position ${settled[stop]} stops the run, and the outcome at position ${position} was delivered after it.`;
  return { ...found('delivered-after-stop', message), position };
}

/** Where questions stop nothing, a run that is paused has nothing that its script has not seen. */
function heldBack({ run, settled, delivered }: AttemptTrace): Verdict {
  if (run?.status !== 'interrupted') return undefined;
  const position = settled.find((one) => run.callLog[one] && !delivered.includes(one));
  if (position === undefined) return undefined;
  const message = `Questions do not stop this run, and the outcome at position ${position} never reached its script.`;
  return { ...found('held-back', message), position };
}

/** What was asleep and not yet over when the attempt began may end in it only as the world's time goes on. */
function endedEarly({ pending = [], resumedAt, callLog, delivered, settled }: AttemptTrace): Verdict {
  for (const { position, until } of pending) {
    if (until === undefined || until <= (resumedAt ?? Number.NEGATIVE_INFINITY) || callLog[position]) continue;
    if (!delivered.includes(position) || settled.includes(position)) continue;
    const message = `The sleep at position ${position} is until ${until}, and was over at once in an attempt that began at ${resumedAt}.`;
    return { ...found('slept-short', message), position };
  }
  return undefined;
}

/** A question stands in the run as its action asked it, in this attempt or in one before. */
function askedOtherwise({ run, executions, pending = [] }: AttemptTrace): Verdict {
  for (const { position, payload } of run?.status === 'interrupted' ? run.interrupts : []) {
    const asked = executions.findLast((execution) => execution.position === position)?.behaviour;
    const before = pending.find((call) => call.position === position)?.payload;
    const meant = asked?.type === 'interrupt' ? asked.payload : before;
    if (meant === undefined || sameJson(meant, payload)) continue;
    const message = `The action at position ${position} asked ${show(meant)}, and the run says ${show(payload)}.`;
    return { ...found('question-changed', message), position };
  }
  return undefined;
}

function judgeSleeps({ run }: AttemptTrace): Verdict {
  for (const { position, name, input, state, until } of run?.pending ?? []) {
    const due = sleepUntil({ name, input });
    if (state !== 'sleeping' || until === due) continue;
    return {
      ...found('sleep-moved', `The sleep at position ${position} is until ${due}, and the run says ${until}.`),
      position,
    };
  }
  return undefined;
}

function found(kind: string, message: string): Divergence {
  return { kind, message };
}
