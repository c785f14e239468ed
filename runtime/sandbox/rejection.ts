import { actionFailure } from '../errors.ts';
import type { ActionFailure, Json } from '../log/entry.ts';
import type { Call } from '../session/types.ts';

/** How a call fails that somebody has rejected. */
export function rejection(call: Call, reason: Json): ActionFailure {
  const said = typeof reason === 'string' ? `: ${reason}` : '';
  return actionFailure('ActionRejected', `${call.name} was rejected${said}`, 'REJECTED', reason);
}
