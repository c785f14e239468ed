import type { Warning } from '../script/index.ts';
import type { Call } from '../session/types.ts';

/** Warnings that come from driving a run, not from its script: a replay cannot find them again. */
export const driverWarnings: readonly Warning['code'][] = ['answer-unused', 'left-in-flight'];

export function answerUnused(position: number): Warning {
  const message = `The answer for position ${position} was not used: the run ended or stopped before it was needed.`;
  return { code: 'answer-unused', message, position };
}

export function leftInFlight(call: Call): Warning {
  const message = `${call.name} (position ${call.position}) was still in flight when the script ended: a lost race, or a call that was never awaited.`;
  return { code: 'left-in-flight', message, position: call.position };
}
