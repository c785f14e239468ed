import type { Run } from '../../runtime/index.ts';
import { plainCase } from '../case/index.ts';
import type { AttemptTrace } from '../world/index.ts';
import { sameText, thrownDivergence } from './comparison.ts';
import { behaving, type Control, lastAttempt, lastRun } from './control.ts';
import { mismatchCodes } from './expected-mismatch.ts';
import type { Divergence, Oracle, OracleContext, Verdict } from './oracle.ts';

const control: Control = {
  case: plainCase('await new Promise(() => {});'),
  breaches: [
    { what: 'a run that nothing could ever wake', kind: 'dormant', falsify: (trace) => ({ ...trace, end: 'dormant' }) },
    {
      what: 'a script that is stuck without anybody saying so',
      kind: 'paused-for-nothing',
      unsound: behaving((session) => ({
        start: () => ({ ...session.start(), state: 'waiting' }),
        outcome: undefined,
      })),
    },
    {
      what: 'a pause with nothing pending',
      kind: 'paused-for-nothing',
      falsify: lastRun({ status: 'interrupted', pending: [], interrupts: [] }),
    },
    { what: 'a failure without a reason', kind: 'failed-silently', falsify: lastRun({ status: 'failed', error: {} }) },
    { what: 'an abort that nobody asked for', kind: 'aborted', falsify: lastRun({ status: 'aborted', reason: null }) },
    {
      what: 'an abort of which the run knows nothing',
      kind: 'not-aborted',
      falsify: lastAttempt(({ run }) => ({
        abort: { turn: 0, why: 'fault', reason: null },
        run: { ...run, status: 'interrupted', interrupts: [] } as unknown as Run,
      })),
    },
    {
      what: 'an exception of the runtime',
      kind: 'thrown:TypeError',
      falsify: lastAttempt(() => ({ thrown: { name: 'TypeError', message: 'm' } })),
    },
  ],
};

export const nothingEndsSilently: Oracle = {
  name: 'nothing-ends-silently',
  promise:
    'A run ends completed, failed or aborted, or paused with a call that it names; it is never left waiting for nothing.',
  check: ({ trace }: OracleContext): Verdict => {
    if (trace.end === 'invalid') return undefined;
    if (trace.end === 'dormant') return dormant(trace.attempts.length - 1);
    return firstOf([...trace.attempts, ...(trace.twins ?? []), ...trace.punched], judgeAttempt);
  },
  control,
};

function firstOf(attempts: readonly AttemptTrace[], judge: (attempt: AttemptTrace, index: number) => Verdict): Verdict {
  for (const [index, attempt] of attempts.entries()) {
    const verdict = judge(attempt, index);
    if (verdict !== undefined) return verdict;
  }
  return undefined;
}

function dormant(attempt: number): Divergence {
  const message = `Attempt ${attempt} waits, but no call is in flight that could ever wake it, and the runtime did not say so.`;
  return { kind: 'dormant', message, attempt };
}

function judgeAttempt({ thrown, run, abort }: AttemptTrace, index: number): Verdict {
  // A mismatch of an unchanged script is judged by `guard-always-fires`: one fault, one verdict.
  if (thrown !== undefined && !mismatchCodes.includes(thrown.code ?? ''))
    return { ...thrownDivergence(`Attempt ${index}`, thrown), attempt: index };
  const fault = run === undefined ? undefined : faultOfRun(run, abort);
  return fault && { kind: fault.kind, message: `Attempt ${index} ${fault.text}.`, attempt: index };
}

function faultOfRun(run: Run, abort: AttemptTrace['abort']): { kind: string; text: string } | undefined {
  switch (run.status) {
    case 'completed':
      return undefined;
    case 'failed':
      return run.error?.message === undefined
        ? { kind: 'failed-silently', text: 'failed without saying why' }
        : undefined;
    case 'aborted':
      return sameText(run.reason, abort?.reason)
        ? undefined
        : { kind: 'aborted', text: `was aborted, though nobody asked for it: ${JSON.stringify(run.reason)}` };
    case 'interrupted':
      if (abort !== undefined) return { kind: 'not-aborted', text: 'was aborted by its caller, and is only paused' };
      return run.pending.length === 0
        ? { kind: 'paused-for-nothing', text: 'is paused, but nothing is pending: no answer can ever continue it' }
        : undefined;
  }
}
