import { actionFailure } from '../errors.ts';
import type { ActionFailure, Json } from '../log/entry.ts';
import type { Call } from '../session/types.ts';
import type { DecidedCall } from './attempt-step.ts';

/** How a call settles that somebody has rejected. */
export function decidedCall(call: Call, reason: Json): DecidedCall {
  return { position: call.position, outcome: { error: rejection(call, reason) } };
}

function rejection(call: Call, reason: Json): ActionFailure {
  const said = typeof reason === 'string' ? `: ${reason}` : '';
  return actionFailure('ActionRejected', `${call.name} was rejected${said}`, 'REJECTED', reason);
}
