import type { Run } from '../../runtime/index.ts';
import type { AttemptTrace } from '../world/index.ts';
import { thrownDivergence } from './comparison.ts';
import { mismatchCodes } from './expected-mismatch.ts';
import type { Divergence, Oracle, OracleContext, Verdict } from './oracle.ts';

export const nothingEndsSilently: Oracle = {
  name: 'nothing-ends-silently',
  promise:
    'A run ends completed, failed or aborted, or paused with a call that it names; it is never left waiting for nothing.',
  check: ({ trace }: OracleContext): Verdict => {
    if (trace.end === 'invalid') return undefined;
    if (trace.end === 'dormant') return dormant(trace.attempts.length - 1);
    return firstOf([...trace.attempts, ...trace.punched], judgeAttempt);
  },
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

function judgeAttempt({ thrown, run }: AttemptTrace, index: number): Verdict {
  // A mismatch of an unchanged script is judged by `guard-always-fires`: one fault, one verdict.
  if (thrown !== undefined && !mismatchCodes.includes(thrown.code ?? ''))
    return { ...thrownDivergence(`Attempt ${index}`, thrown), attempt: index };
  const fault = run === undefined ? undefined : faultOfRun(run);
  return fault && { kind: fault.kind, message: `Attempt ${index} ${fault.text}.`, attempt: index };
}

function faultOfRun(run: Run): { kind: string; text: string } | undefined {
  switch (run.status) {
    case 'completed':
      return undefined;
    case 'failed':
      return run.error?.message === undefined
        ? { kind: 'failed-silently', text: 'failed without saying why' }
        : undefined;
    case 'aborted':
      return { kind: 'aborted', text: `was aborted, though nobody asked for it: ${JSON.stringify(run.reason)}` };
    case 'interrupted':
      return run.pending.length === 0
        ? { kind: 'paused-for-nothing', text: 'is paused, but nothing is pending: no answer can ever continue it' }
        : undefined;
  }
}
