import { sleepName } from '../../runtime/index.ts';
import type { BrokenPromise } from '../oracle/index.ts';
import type { CallTrace, Trace } from '../world/index.ts';

/**
 * Where in a script a promise broke, without particulars: what kind of call stands at the position that the oracle named.
 * Positions, names and inputs differ from script to script, and say nothing about which of the runtime's promises is at
 * fault. `undefined`: the oracle named no position, or nothing is known of it.
 */
export function whereabouts({ position, attempt }: BrokenPromise, { attempts }: Trace): string | undefined {
  if (position === undefined) return undefined;
  const named = attempt === undefined ? undefined : attempts[attempt];
  const call = callAt(position, named ? [named] : []) ?? callAt(position, attempts.toReversed());
  return call && kindOf(call);
}

function callAt(position: number, attempts: Trace['attempts']): CallTrace | undefined {
  for (const { calls } of attempts) {
    const found = calls.find((call) => call.position === position);
    if (found !== undefined) return found;
  }
  return undefined;
}

function kindOf(call: CallTrace): string {
  if (call.kind !== 'action') return call.kind;
  return call.name === sleepName ? 'sleep' : 'action';
}
