import type { CompiledScript, Run } from '../../runtime/index.ts';
import { plainCase } from '../case/index.ts';
import type { AttemptTrace } from '../world/index.ts';
import { show } from './comparison.ts';
import { type Control, lastAttempt, lastRun } from './control.ts';
import { isLeftOut, sameSeen } from './engine-differences.ts';
import type { Oracle, OracleContext, Verdict } from './oracle.ts';
import { isSampled } from './sampling.ts';
import { type Asked, type Reference, type RunInV8, runInV8 } from './v8/index.ts';

const control: Control = {
  case: plainCase(
    "const said = await Promise.race([actions.a(1), actions.b(2)]); console.log('said', [said]); data.said = said; return { said, at: Date.now() };",
    { behaviours: [[{ type: 'respond', value: 'a' }], [{ type: 'respond', value: 'b' }]], schedule: [1] },
  ),
  breaches: [
    { what: 'another value', kind: 'value', falsify: lastRun({ value: { said: 'a', at: 0 } }) },
    { what: 'another console', kind: 'console', falsify: lastRun({ console: [] }) },
    { what: 'other data', kind: 'data', falsify: lastRun({ data: {} }) },
    { what: 'another end', kind: 'state', falsify: lastRun({ status: 'failed', error: { name: 'E', message: 'm' } }) },
    {
      what: 'another input',
      kind: 'call:input',
      falsify: lastAttempt(({ calls }) => ({
        calls: calls.map((call) => (call.kind === 'action' ? { ...call, input: 3 } : call)),
      })),
    },
    {
      what: 'a call less',
      kind: 'call:added',
      falsify: lastAttempt(({ turns, calls }) => ({
        calls: calls.slice(0, -1),
        turns: turns.map((turn) => ({ ...turn, positions: { from: turn.positions.from, to: 2 } })),
      })),
    },
  ],
};

/**
 * The last attempt, which has all of the run in it, once more in V8: each outcome is delivered when it was delivered there. What is not
 * compared, and why, stands in `engine-differences.ts`.
 */
export const engineAgreesWithV8: Oracle = {
  name: 'engine-agrees-with-v8',
  promise:
    'The same script under the same schedule makes the same calls in V8, prints the same, and ends in the same way with the same value.',
  check(context) {
    const attempt = context.trace.attempts.at(-1);
    if (attempt?.run === undefined || !isSampled(context, 'v8')) return undefined;
    context.ran();
    if (isBounded(attempt.run) || isLeftOut(context.case.script)) return undefined;
    const reference = referenceOf(context, attempt, attempt.run);
    const inV8 = runInV8(reference);
    return inV8.leftOut ? undefined : compare(attempt, attempt.run, inV8);
  },
  control,
};

function referenceOf({ base }: OracleContext, attempt: AttemptTrace, run: Run): Reference {
  const { actions, input = null, data = {}, runId, startedAt, clock = 'recorded', randomness = 'recorded' } = base;
  const script = base.script as CompiledScript;
  const reserved = attempt.turns.at(-1)?.positions.to ?? 0;
  const calls = new Map(attempt.calls.map((call) => [call.position, call]));
  return {
    code: script.code,
    actions,
    input,
    data,
    runId,
    startedAt,
    clock,
    randomness,
    log: run.callLog,
    delivered: run.delivered,
    agrees: (position, asked) => callDifference(calls.get(position), asked, position < reserved) === undefined,
  };
}

/** Something of ours ended it that V8 knows nothing of. */
function isBounded(run: Run): boolean {
  return run.status === 'aborted' || (run.status === 'failed' && isLimit(run.error.code));
}

function isLimit(code = ''): boolean {
  return code.startsWith('LIMIT_');
}

type Known = AttemptTrace['calls'][number] | undefined;

function callDifference(known: Known, asked: Asked | undefined, reserved: boolean): string | undefined {
  if (!reserved) return 'added';
  if (asked === undefined) return 'missing';
  if (known === undefined) return undefined;
  if (known.kind !== asked.kind) return 'kind';
  if (known.kind !== 'action' || asked.kind !== 'action') return undefined;
  if (known.name !== asked.name) return 'name';
  return sameSeen(known.input, asked.input) ? undefined : 'input';
}

function compare(attempt: AttemptTrace, run: Run, inV8: RunInV8): Verdict {
  return (
    compareCalls(attempt, inV8) ?? compareTurns(attempt, inV8) ?? compareConsoles(run, inV8) ?? compareEnds(run, inV8)
  );
}

function compareCalls(attempt: AttemptTrace, { asked }: RunInV8): Verdict {
  const reserved = attempt.turns.at(-1)?.positions.to ?? 0;
  for (let position = 0; position < Math.max(reserved, asked.length); position++) {
    const known = attempt.calls.find((call) => call.position === position);
    const kind = callDifference(known, asked[position], position < reserved);
    if (kind === undefined) continue;
    const both = `here ${show(known ?? null)}, in V8 ${show(asked[position] ?? null)}`;
    return {
      kind: `call:${kind}`,
      message: `At position ${position} the script asks for another thing (${kind}): ${both}.`,
      position,
    };
  }
  return undefined;
}

function compareTurns({ turns }: AttemptTrace, { reserved, lost }: RunInV8): Verdict {
  if (lost !== undefined) {
    const message = `In V8 nothing waits for the call at position ${lost} when its outcome is due.`;
    return { kind: 'lost', message, position: lost };
  }
  const turn = turns.findIndex(
    ({ positions }, index) => reserved[index] !== undefined && positions.to !== reserved[index],
  );
  if (turn < 0) return undefined;
  const message = `After turn ${turn} the script has made ${turns[turn]?.positions.to} calls, and in V8 ${reserved[turn]}.`;
  return { kind: 'turn', message, turn };
}

function compareConsoles({ console: here }: Run, { console: there }: RunInV8): Verdict {
  for (let line = 0; line < Math.max(here.length, there.length); line++) {
    if (sameSeen(here[line]?.text, there[line]?.text) && here[line]?.level === there[line]?.level) continue;
    const both = `here ${show(here[line] ?? null)}, in V8 ${show(there[line] ?? null)}`;
    return { kind: 'console', message: `Line ${line} of the console is another: ${both}.` };
  }
  return undefined;
}

function compareEnds(run: Run, { end, data }: RunInV8): Verdict {
  const here = endOf(run);
  if (here.state !== end.state)
    return { kind: 'state', message: `The script ends otherwise: here ${show(here)}, in V8 ${show(end)}.` };
  const kind = end.state === 'completed' ? 'value' : 'error';
  if (!sameSeen(here, end))
    return { kind, message: `The script's end is another: here ${show(here)}, in V8 ${show(end)}.` };
  if (data === undefined || sameSeen(run.data, data)) return undefined;
  return { kind: 'data', message: `The script's data is other: here ${show(run.data)}, in V8 ${show(data)}.` };
}

function endOf(run: Run): RunInV8['end'] {
  if (run.status === 'completed') return { state: 'completed', value: run.value };
  if (run.status !== 'failed' || run.error.code === 'STUCK') return { state: 'waiting' };
  const { name, message, code } = run.error;
  return { state: 'failed', error: { name, message, ...(code !== undefined && { code }) } };
}
